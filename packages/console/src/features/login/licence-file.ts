import { licenceFileMaxBytes } from '@gatehouse/contract/licence-bounds.ts'

/** LOGIN-08: 1000 = no file chosen, 1100 = the file could not be read (specification section 8). */
export class LicenceFileError extends Error {
  override readonly name = 'LicenceFileError'
  readonly code: 1000 | 1100
  constructor(code: 1000 | 1100, cause?: unknown) {
    super('licence-file', { cause })
    this.code = code
  }
}

export const isLicenceFileName = (name: string) => /\.lic$/i.test(name)

/** The content of a chosen licence file, as the activation call sends it. Throws LicenceFileError. */
export async function readLicenceFile(file: Blob | null): Promise<Uint8Array> {
  if (!file) throw new LicenceFileError(1000)
  // The server would only say how much it takes at once.
  if (file.size > licenceFileMaxBytes) throw new LicenceFileError(1100)
  try {
    return new Uint8Array(await file.arrayBuffer())
  } catch (cause) {
    throw new LicenceFileError(1100, cause)
  }
}
