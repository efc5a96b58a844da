/** As the server made it: docs/device-link.md. */
const rounds = 100_000

/** Whether this is the PIN of which salt and hash are kept. */
export async function isPin(pin: string, kept: string): Promise<boolean> {
  const [salt = '', hash] = kept.split('.')
  const key = await crypto.subtle.importKey('raw', new TextEncoder().encode(pin), 'PBKDF2', false, ['deriveBits'])
  const method = { name: 'PBKDF2', hash: 'SHA-256', salt: Uint8Array.fromHex(salt), iterations: rounds }
  return new Uint8Array(await crypto.subtle.deriveBits(method, key, 256)).toHex() === hash
}
