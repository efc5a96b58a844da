import { pbkdf2, randomBytes } from 'node:crypto'
import { promisify } from 'node:util'

/** The hash by which a terminal checks a PIN: docs/device-link.md. It is sealed as well, since ten thousand PINs are soon tried. */
const rounds = 100_000
const derive = promisify(pbkdf2)

/** `<salt>.<hash>` in hex. */
export async function hashPin(pin: string): Promise<string> {
  const salt = randomBytes(16)
  const hash = await derive(pin, salt, rounds, 32, 'sha256')
  return `${salt.toString('hex')}.${hash.toString('hex')}`
}
