import { createHash } from 'node:crypto'
import { AwsClient } from 'aws4fetch'
import { type BlobStore, openBlob, StorageUnavailableError } from './blob-store.ts'
import { ConfigError } from './config.ts'
import type { Log } from '../ctx.ts'
import { seal } from './seal.ts'

/**
 * Pictures in an S3 bucket, sealed as in the folder: the provider sees neither a face nor a key. `url` is
 * `https://KEY:SECRET@host/bucket` (path style), with `?region=` where the provider wants one. A `put` is durable when
 * S3 has answered. Throws for every refusal of S3, a StorageUnavailableError while it does not answer.
 */
export function createS3Blobs(url: string, key: Buffer, answerWithinMs = 30_000): BlobStore {
  const { origin, pathname, username, password, searchParams } = new URL(url)
  const client = new AwsClient({
    accessKeyId: decodeURIComponent(username),
    secretAccessKey: decodeURIComponent(password),
    service: 's3',
    region: searchParams.get('region') ?? 'us-east-1',
    retries: 3,
  })
  const bucket = `${origin}${pathname.replace(/\/$/, '')}`
  const addressOf = (name: string) => `${bucket}/${name.slice(0, 2)}/${name}`

  async function ask(name: string, init: RequestInit): Promise<Response> {
    // The limit for the whole request, with retries and the bytes of the answer.
    const signal = AbortSignal.timeout(answerWithinMs)
    const response = await client.fetch(addressOf(name), { ...init, signal }).catch((cause: unknown) => {
      throw new StorageUnavailableError('S3 cannot be reached', { cause })
    })
    if (response.ok || response.status === 404) return response
    await response.body?.cancel()
    const problem = `S3 answered ${response.status} to ${init.method ?? 'GET'} of a blob`
    throw response.status >= 500 ? new StorageUnavailableError(problem) : new Error(problem)
  }

  return {
    async put(bytes) {
      const hash = createHash('sha256').update(bytes).digest()
      const name = hash.toString('hex')
      const response = await ask(name, { method: 'PUT', body: new Uint8Array(seal(key, bytes, name)) })
      await response.body?.cancel()
      if (!response.ok) throw new Error('the S3 bucket of S3_URL does not exist')
      return hash
    },
    async get(hash) {
      const name = hash.toString('hex')
      const response = await ask(name, {})
      if (!response.ok) {
        await response.body?.cancel()
        return undefined
      }
      const bytes = await response.arrayBuffer().catch((cause: unknown) => {
        throw new StorageUnavailableError('S3 stopped in the middle of a blob', { cause })
      })
      return openBlob(key, Buffer.from(bytes), name)
    },
    async delete(hash) {
      await (await ask(hash.toString('hex'), { method: 'DELETE' })).body?.cancel()
    },
  }
}

/**
 * Writes a word into the bucket and deletes it again: a wrong key or a missing bucket is reported at the start, and not
 * at the first picture. A bucket that does not answer now may do so later.
 * @throws ConfigError
 */
export async function proveBucket(blobs: BlobStore, log: Log): Promise<void> {
  try {
    await blobs.delete(await blobs.put(Buffer.from('Gatehouse was here')))
  } catch (cause) {
    if (cause instanceof StorageUnavailableError)
      return log.warn({ err: cause }, 'the bucket of S3_URL does not answer')
    const reason = cause instanceof Error ? cause.message : String(cause)
    throw new ConfigError(
      `The bucket of S3_URL cannot be written (${reason}): make it, and give its key the right to read, write and delete there.`,
      { cause },
    )
  }
}
