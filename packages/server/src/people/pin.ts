import { pbkdf2, randomBytes } from 'node:crypto'
import { promisify } from 'node:util'

/** As a terminal checks it: docs/device-link.md. Ten thousand PINs are soon tried by who has it, so it is sealed besides. */
const rounds = 100_000
const derive = promisify(pbkdf2)

/** `<salt>.<hash>` in hex. */
export async function hashPin(pin: string): Promise<string> {
  const salt = randomBytes(16)
  const hash = await derive(pin, salt, rounds, 32, 'sha256')
  return `${salt.toString('hex')}.${hash.toString('hex')}`
}
