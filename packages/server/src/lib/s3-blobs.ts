import { createHash } from 'node:crypto'
import { AwsClient } from 'aws4fetch'
import { type BlobStore, StorageAwayError } from './blob-store.ts'
import { seal, unseal } from './seal.ts'

/**
 * Pictures in an S3 bucket, sealed as in the folder: the provider sees neither a face nor a key. `url` is
 * `https://KEY:SECRET@host/bucket` (path style), with `?region=` where the provider wants one. A `put` is durable when S3
 * has answered. Throws for whatever S3 refuses, a StorageAwayError while it does not answer.
 */
export function openS3Blobs(url: string, key: Buffer): BlobStore {
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
    const response = await client.fetch(addressOf(name), init).catch((cause: unknown) => {
      throw new StorageAwayError('S3 cannot be reached', { cause })
    })
    if (response.ok || response.status === 404) return response
    await response.body?.cancel()
    const problem = `S3 answered ${response.status} to ${init.method ?? 'GET'} of a blob`
    throw response.status >= 500 ? new StorageAwayError(problem) : new Error(problem)
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
      return unseal(key, Buffer.from(await response.arrayBuffer()), name)
    },
    async delete(hash) {
      await (await ask(hash.toString('hex'), { method: 'DELETE' })).body?.cancel()
    },
  }
}
