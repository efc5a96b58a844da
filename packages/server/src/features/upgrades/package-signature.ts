import { createHash, createPublicKey, type KeyObject, verify } from 'node:crypto'
import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { type SignedFacts, signedText } from '@gatehouse/contract/device/packages.ts'
import { AppError } from '@gatehouse/contract/errors.ts'
import { z } from 'zod'

/** The content of a `.sig` file. */
export const signatureFile = z.object({
  keyId: z.string().regex(/^[0-9a-f]{16}$/),
  signature: z.base64().min(80).max(100),
  sha256: z.string().regex(/^[0-9a-f]{64}$/),
})
export type SignatureFile = z.output<typeof signatureFile>

/** The id of a public key: enough to find it, and short enough to be compared by eye. */
export const keyIdOf = (key: KeyObject): string =>
  createHash('sha256')
    .update(key.export({ type: 'spki', format: 'der' }))
    .digest('hex')
    .slice(0, 16)

/** @throws AppError package.not-signed, package.signature-unreadable */
export function readSignatureFile(text: string | null): SignatureFile {
  if (text === null || text === '') throw new AppError('package.not-signed')
  try {
    return signatureFile.parse(JSON.parse(text))
  } catch {
    throw new AppError('package.signature-unreadable')
  }
}

/**
 * The key of this id, if the operator trusts it. Read each time: a key removed from the folder is no longer
 * trusted. @throws AppError package.key-unknown
 */
export async function findTrustedKey(folder: string, keyId: string): Promise<KeyObject> {
  const names = await readdir(folder).catch(() => [])
  for (const name of names.filter((name) => name.endsWith('.pub'))) {
    const key = createPublicKey(await readFile(join(folder, name)))
    if (key.asymmetricKeyType === 'ed25519' && keyIdOf(key) === keyId) return key
  }
  throw new AppError('package.key-unknown', { key: keyId })
}

/** @throws AppError package.signature-wrong */
export function requireSignature(
  key: KeyObject,
  facts: SignedFacts,
  { signature, signedFor }: { signature: string; signedFor: string | null },
): void {
  if (!verify(null, Buffer.from(signedText(facts, signedFor)), key, Buffer.from(signature, 'base64')))
    throw new AppError('package.signature-wrong')
}
