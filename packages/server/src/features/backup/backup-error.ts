/** What the operator can mend; its message is one line that says how. */
export class BackupError extends Error {
  override readonly name = 'BackupError'
}
