import type { InstallKeys } from '../../lib/install-keys.ts'
import { blindIndex, seal, unsealShown } from '../../lib/seal.ts'

/** The label of a line: sealed, since the file name of a portrait may be a phone number. */
export const sealLabel = (keys: InstallKeys, label: string) => seal(keys.column, Buffer.from(label), 'import_row.label')
/** `unreadable` when it does not open. */
export const openLabel = (keys: InstallKeys, sealed: Buffer) =>
  unsealShown(keys.column, sealed, 'import_row.label') ?? ''
export const labelHash = (keys: InstallKeys, label: string) => blindIndex(keys.blindIndex, `import label ${label}`)
