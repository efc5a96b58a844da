import { createHash, type KeyObject, sign, verify } from 'node:crypto'
import { AppError } from '@gatehouse/contract/errors.ts'
import { type LicenceFile, licenceFile } from '@gatehouse/contract/features/licence.ts'

/** The signed bytes: the file without its signature, as JSON with sorted keys at every level. */
function signedBytes(file: LicenceFile): Buffer {
  return Buffer.from(JSON.stringify(sortKeys({ ...file, signature: undefined })))
}

function sortKeys(value: unknown): unknown {
  if (typeof value !== 'object' || value === null) return value
  return Object.fromEntries(
    Object.entries(value)
      .toSorted(([a], [b]) => (a < b ? -1 : 1))
      .map(([key, part]) => [key, sortKeys(part)]),
  )
}

export const hashActivationCode = (code: string) => createHash('sha256').update(code.trim()).digest('hex')

/** An activation code as it is issued: capitals and digits in groups of five, whatever was typed between them, wide letters included. */
export const asIssued = (code: string): string =>
  code
    .normalize('NFKC')
    .toUpperCase()
    .replaceAll(/[^A-Z0-9]/g, '')
    .replaceAll(/(.{5})(?=.)/g, '$1-')

/** The code is tried as typed first: a vendor's code may have another form than ours. */
const codeFits = (file: LicenceFile, code: string) =>
  [code, asIssued(code)].some((form) => hashActivationCode(form) === file.activationCodeHash)

export function signLicence(unsigned: Omit<LicenceFile, 'signature'>, privateKey: KeyObject): LicenceFile {
  const draft = { ...unsigned, signature: '' }
  return { ...draft, signature: sign(null, signedBytes(draft), privateKey).toString('base64') }
}

/**
 * Reads a licence file and refuses it for the first thing that is wrong with it.
 * @throws AppError licence.file-invalid, licence.signature-wrong, licence.other-udid, licence.code-mismatch, licence.expired
 */
export function checkLicence(
  bytes: Uint8Array,
  { code, udid, now, publicKey }: { code: string; udid: string; now: Temporal.Instant; publicKey: KeyObject },
): LicenceFile {
  const file = parse(bytes)
  if (!verify(null, signedBytes(file), publicKey, Buffer.from(file.signature, 'base64')))
    throw new AppError('licence.signature-wrong')
  if (file.udid !== udid) throw new AppError('licence.other-udid')
  if (!codeFits(file, code)) throw new AppError('licence.code-mismatch')
  if (Temporal.Instant.compare(now, file.validTo) >= 0) throw new AppError('licence.expired', { validTo: file.validTo })
  return file
}

function parse(bytes: Uint8Array): LicenceFile {
  try {
    return licenceFile.parse(JSON.parse(new TextDecoder('utf-8', { fatal: true }).decode(bytes)))
  } catch {
    throw new AppError('licence.file-invalid')
  }
}
