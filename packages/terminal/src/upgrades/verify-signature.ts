import { type PackageOffer, signedText } from '@gatehouse/contract/device/packages.ts'
import type { UpgradeFailure } from '@gatehouse/engine/upgrade/vocabulary.ts'

/** The problem of an offer's signature; null: a trusted key has signed it. */
export async function faultOfSignature(
  offer: PackageOffer,
  trustedKeys: readonly string[],
): Promise<UpgradeFailure | null> {
  for (const pem of trustedKeys) {
    const der = Uint8Array.fromBase64(pem.replaceAll(/-----[^-]+-----|\s/g, ''))
    const digest = new Uint8Array(await crypto.subtle.digest('SHA-256', der))
    if (digest.toHex().slice(0, 16) !== offer.keyId) continue
    const key = await crypto.subtle.importKey('spki', der, 'Ed25519', false, ['verify'])
    const signature = Uint8Array.fromBase64(offer.signature)
    const isGenuine = await crypto.subtle.verify('Ed25519', key, signature, new TextEncoder().encode(signedText(offer)))
    return isGenuine ? null : 'signature-wrong'
  }
  return 'key-unknown'
}
