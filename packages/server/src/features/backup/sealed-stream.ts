import { BackupError, damagedBackup, wrongSecret } from './backup-error.ts'
import { firstFormatMagic, openFirstFormat } from './open-first-format.ts'

/*
 * The file of a backup (ADR 0021) is an age file (age-encryption.org/v1): an administrator with its secret can open it with the program `age`, too.
 * Each chunk is authenticated with its number and whether it is the last: one that was changed, moved, left out, or taken from another
 * backup does not open, nor does a file that was cut off.
 */

/** Loaded by the first backup: its cryptography is 57 modules, which no start of the server should wait for. */
const loadAge = () => import('age-encryption')

const ageMagic = Buffer.from('age-encryption.org/v1\n')

/** The secret of a backup: an identity of age, or a passphrase. `bytes` opens a backup of the format before age. */
export type BackupSecret = { bytes: Buffer } & ({ identity: string } | { passphrase: string; workFactor: number })

export const secretOfPassphrase = (passphrase: string): BackupSecret => ({
  bytes: Buffer.from(passphrase),
  passphrase,
  // The work factor that age itself uses: people choose passphrases that can be guessed.
  workFactor: 18,
})

/** A key file holds an identity of age, or any bytes, whose base64 is the passphrase: `base64 -w0 backup.key` shows it. */
export function secretOfKeyFile(bytes: Buffer): BackupSecret {
  const identity = /^AGE-SECRET-KEY-[0-9A-Z-]+$/m.exec(bytes.toString('latin1'))?.[0]
  return identity === undefined ? { bytes, passphrase: bytes.toString('base64'), workFactor: 15 } : { bytes, identity }
}

/** Encrypts a stream. @throws BackupError */
export async function* sealStream(source: AsyncIterable<Uint8Array>, secret: BackupSecret): AsyncGenerator<Buffer> {
  const { Encrypter } = await loadAge()
  const encrypter = new Encrypter()
  if ('identity' in secret) encrypter.addRecipient(await recipientOf(secret.identity))
  else {
    encrypter.setPassphrase(secret.passphrase)
    encrypter.setScryptWorkFactor(secret.workFactor)
  }
  yield* buffersOf(await encrypter.encrypt(ReadableStream.from(source)))
}

async function recipientOf(identity: string) {
  const { identityToRecipient } = await loadAge()
  return identityToRecipient(identity).catch((cause: unknown) => {
    throw new BackupError('The key file holds an identity of age that is damaged.', { cause })
  })
}

/** Decrypts a stream; a chunk that does not open gives nothing. @throws BackupError */
export async function* openStream(source: AsyncIterable<Buffer>, secret: BackupSecret): AsyncGenerator<Buffer> {
  const { start, whole } = await peek(source, ageMagic.length)
  if (start.subarray(0, firstFormatMagic.length).equals(firstFormatMagic)) {
    yield* openFirstFormat(whole, secret.bytes)
    return
  }
  if (!start.equals(ageMagic)) throw new BackupError('This is no backup of Gatehouse.')
  yield* buffersOf(await decrypt(whole, secret), damagedBackup)
}

async function decrypt(source: AsyncIterable<Buffer>, secret: BackupSecret): Promise<AsyncIterable<Uint8Array>> {
  const { Decrypter } = await loadAge()
  const decrypter = new Decrypter()
  try {
    if ('identity' in secret) decrypter.addIdentity(secret.identity)
    else decrypter.addPassphrase(secret.passphrase)
    return await decrypter.decrypt(ReadableStream.from(source))
  } catch (cause) {
    throw wrongSecret(cause)
  }
}

async function* buffersOf(chunks: AsyncIterable<Uint8Array>, failureOf = (error: unknown) => error) {
  try {
    for await (const chunk of chunks) yield Buffer.from(chunk.buffer, chunk.byteOffset, chunk.byteLength)
  } catch (error) {
    throw failureOf(error)
  }
}

/** The first bytes of a stream (fewer if it is shorter), and the whole stream including them. */
async function peek(source: AsyncIterable<Buffer>, bytes: number) {
  const pieces = source[Symbol.asyncIterator]()
  let start = Buffer.alloc(0)
  while (start.length < bytes) {
    const next = await pieces.next()
    if (next.done === true) break
    start = Buffer.concat([start, next.value])
  }
  const whole = async function* () {
    yield start
    yield* { [Symbol.asyncIterator]: () => pieces }
  }
  return { start: start.subarray(0, bytes), whole: whole() }
}
