import { createDecipheriv, createHash, createHmac, scrypt, timingSafeEqual } from 'node:crypto'
import { promisify } from 'node:util'
import { z } from 'zod'
import { damagedBackup, wrongSecret } from './backup-error.ts'

/*
 * Backups of before age: a line that names the format, a header in clear that says how the key is made of the secret, and chunks of at
 * most 1 MiB, each AES-256-GCM. A chunk's nonce is its number; what is authenticated beside it is the header and whether it is the last.
 */

export const firstFormatMagic = Buffer.from('GATEHOUSE BACKUP 1\n')
const chunkBytes = 1024 * 1024
const tagBytes = 16
const maxHeaderBytes = 4096

const headerSchema = z.object({
  cost: z.int().min(1024).max(1_048_576),
  salt: z.base64(),
  /** A check value of the key, to distinguish a wrong secret from a damaged file. */
  check: z.string(),
})

const deriveKey = (secret: Buffer, salt: Buffer, cost: number) =>
  promisify<Buffer, Buffer, number, object, Buffer>(scrypt)(secret, salt, 32, {
    N: cost,
    r: 8,
    p: 1,
    maxmem: 2 ** 31 - 1,
  })
const checkOf = (key: Buffer) => createHmac('sha256', key).update('gatehouse backup').digest('base64')

function nonceOf(number: number): Buffer {
  const nonce = Buffer.alloc(12)
  nonce.writeBigUInt64BE(BigInt(number), 4)
  return nonce
}

const besides = (header: Buffer, isLast: boolean) =>
  Buffer.concat([createHash('sha256').update(header).digest(), Buffer.from([isLast ? 1 : 0])])

/** Decrypts a stream that begins with `firstFormatMagic`; nothing comes out of a chunk that does not open. @throws BackupError */
export async function* openFirstFormat(source: AsyncIterable<Buffer>, secret: Buffer): AsyncGenerator<Buffer> {
  const reader = readerOf(source)
  await reader.take(firstFormatMagic.length)
  const headerLength = (await reader.take(4))?.readUInt32BE() ?? 0
  const header = headerLength <= maxHeaderBytes ? await reader.take(headerLength) : undefined
  if (!header) throw damagedBackup()
  const { cost, salt, check } = readHeader(header)
  const key = await deriveKey(secret, Buffer.from(salt, 'base64'), cost)
  if (!isSame(checkOf(key), check)) throw wrongSecret()
  for (let number = 0; ; number++) {
    const length = (await reader.take(4))?.readUInt32BE() ?? 0
    const sealed = length >= tagBytes && length <= chunkBytes + tagBytes ? await reader.take(length) : undefined
    if (!sealed) throw damagedBackup()
    // Only the end of the file can say which chunk is the last; its seal says whether that is so.
    const isLast = await reader.isAtEnd()
    yield openChunk(sealed, key, number, besides(header, isLast))
    if (isLast) return
  }
}

function readHeader(header: Buffer): z.output<typeof headerSchema> {
  try {
    return headerSchema.parse(JSON.parse(header.toString()))
  } catch {
    throw damagedBackup()
  }
}

const isSame = (one: string, other: string) =>
  one.length === other.length && timingSafeEqual(Buffer.from(one), Buffer.from(other))

function openChunk(sealed: Buffer, key: Buffer, number: number, authenticated: Buffer): Buffer {
  const decipher = createDecipheriv('aes-256-gcm', key, nonceOf(number))
    .setAAD(authenticated)
    .setAuthTag(sealed.subarray(sealed.length - tagBytes))
  try {
    return Buffer.concat([decipher.update(sealed.subarray(0, sealed.length - tagBytes)), decipher.final()])
  } catch {
    throw damagedBackup()
  }
}

/** Reads an exact number of bytes at a time from a stream with pieces of any size. */
function readerOf(source: AsyncIterable<Buffer>) {
  const pieces = source[Symbol.asyncIterator]()
  let waiting = Buffer.alloc(0)
  const fill = async (bytes: number) => {
    while (waiting.length < bytes) {
      const next = await pieces.next()
      if (next.done === true) return false
      waiting = Buffer.concat([waiting, next.value])
    }
    return true
  }
  return {
    /** undefined: fewer bytes are left. */
    async take(bytes: number): Promise<Buffer | undefined> {
      if (!(await fill(bytes))) return undefined
      const taken = waiting.subarray(0, bytes)
      waiting = waiting.subarray(bytes)
      return taken
    },
    isAtEnd: async () => !(await fill(1)),
  }
}
