/** The certificate authority that a terminal trusts on `https:` and `wss:`. */
export type Trust = {
  /** PEM of the installation's own certificate authority; null: those that the system trusts. */
  readonly certificateAuthority: string | null
}

/** `AB:CD…`, `abcd…` and `sha256:ab…` are the same fingerprint; null for a text that is none. */
export function normaliseFingerprint(text: string): string | null {
  const hex = text
    .replace(/^sha-?256:/i, '')
    .replaceAll(/[\s:]/g, '')
    .toLowerCase()
  return /^[0-9a-f]{64}$/.test(hex) ? hex : null
}
