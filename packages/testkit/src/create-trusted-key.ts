import { createHash, generateKeyPairSync, sign } from 'node:crypto'
import { mkdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { signedText } from '@gatehouse/contract/device/packages.ts'
import type { PackageInput } from '@gatehouse/contract/features/upgrades.ts'
import { keyIdOf } from '@gatehouse/server/features/upgrades/package-signature.ts'

/** The words for the terminals of each make, written out: those of the server's own table would be right whatever they are. */
const signedFor: Readonly<Record<PackageInput['make'], string | null>> = { gatehouse: null, zkteco: 'zkteco' }

/** A key that the installation in this folder trusts, and its signatures. */
export async function createTrustedKey(dataFolder: string) {
  const { publicKey, privateKey } = generateKeyPairSync('ed25519')
  const keyId = keyIdOf(publicKey)
  const pem = publicKey.export({ type: 'spki', format: 'pem' }).toString()
  await mkdir(join(dataFolder, 'package-keys'), { recursive: true })
  await writeFile(join(dataFolder, 'package-keys', `${keyId}.pub`), pem)

  const signatureOf = (input: Omit<PackageInput, 'signature'>, bytes: Uint8Array): string => {
    const sha256 = createHash('sha256').update(bytes).digest('hex')
    const name = (input.kind === 'firmware' ? input.model : input.packageName) ?? ''
    const text = signedText({ ...input, name, sha256, size: bytes.length }, signedFor[input.make])
    return JSON.stringify({ keyId, sha256, signature: sign(null, Buffer.from(text), privateKey).toString('base64') })
  }
  return { keyId, pem, signatureOf }
}

export type TrustedKey = Awaited<ReturnType<typeof createTrustedKey>>
