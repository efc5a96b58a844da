/** An error that the operator can correct; its message is one line that says how. */
export class BackupError extends Error {
  override readonly name = 'BackupError'
}

export const damagedBackup = (cause?: unknown) =>
  new BackupError('The backup is damaged, or was cut off: nothing of it can be trusted. Use another one.', { cause })

export const wrongSecret = (cause?: unknown) =>
  new BackupError('The backup does not open with this passphrase or key file, or its beginning is damaged.', { cause })
