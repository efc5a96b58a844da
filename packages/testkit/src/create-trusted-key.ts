import { createHash, generateKeyPairSync, sign } from 'node:crypto'
import { mkdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { signedText } from '@gatehouse/contract/device/packages.ts'
import type { PackageInput } from '@gatehouse/contract/features/upgrades.ts'
import { packageRulesOf } from '@gatehouse/server/drivers/makes.ts'
import { keyIdOf } from '@gatehouse/server/features/upgrades/package-signature.ts'

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
    const signedFor = packageRulesOf(input.make, input.kind)?.signedFor ?? null
    const text = signedText({ ...input, name, sha256, size: bytes.length }, signedFor)
    return JSON.stringify({ keyId, sha256, signature: sign(null, Buffer.from(text), privateKey).toString('base64') })
  }
  return { keyId, pem, signatureOf }
}

export type TrustedKey = Awaited<ReturnType<typeof createTrustedKey>>
