import { AppError } from '@gatehouse/contract/errors.ts'
import type { FastifyInstance } from 'fastify'

/**
 * Refuses a compressed body before it is read: without decompression it would be nonsense, or another body than the one
 * that was sent.
 */
export function refuseEncoded(fastify: FastifyInstance): void {
  fastify.addHook('preParsing', async ({ headers }) => {
    const encoding = headers['content-encoding'] ?? 'identity'
    if (encoding.trim().toLowerCase() !== 'identity')
      throw new AppError('request.encoded', { encoding: encoding.slice(0, 40) })
  })
}
