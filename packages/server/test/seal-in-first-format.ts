import { createCipheriv, createHash, createHmac, randomBytes, scryptSync } from 'node:crypto'
import { firstFormatMagic } from '../src/features/backup/open-first-format.ts'

const chunkBytes = 1024 * 1024
const lengthOf = (bytes: number) => {
  const length = Buffer.alloc(4)
  length.writeUInt32BE(bytes)
  return length
}

/** A backup as releases before age wrote it: its header, then its chunks. */
export function sealInFirstFormat(plain: Buffer, secret: Buffer): Buffer[] {
  const [salt, cost] = [randomBytes(16), 1024]
  const key = scryptSync(secret, salt, 32, { N: cost, r: 8, p: 1 })
  const check = createHmac('sha256', key).update('gatehouse backup').digest('base64')
  const header = Buffer.from(JSON.stringify({ cost, salt: salt.toString('base64'), check }))
  const chunks: Buffer[] = []
  do {
    const nonce = Buffer.alloc(12)
    nonce.writeBigUInt64BE(BigInt(chunks.length), 4)
    const rest = plain.subarray(chunks.length * chunkBytes)
    const isLast = Buffer.from([rest.length <= chunkBytes ? 1 : 0])
    const authenticated = Buffer.concat([createHash('sha256').update(header).digest(), isLast])
    const cipher = createCipheriv('aes-256-gcm', key, nonce).setAAD(authenticated)
    const sealed = Buffer.concat([cipher.update(rest.subarray(0, chunkBytes)), cipher.final(), cipher.getAuthTag()])
    chunks.push(Buffer.concat([lengthOf(sealed.length), sealed]))
  } while (chunks.length * chunkBytes < plain.length)
  return [Buffer.concat([firstFormatMagic, lengthOf(header.length), header]), ...chunks]
}
