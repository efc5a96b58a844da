import type { FastifyInstance } from 'fastify'
import type { DiskGuard } from '../db/disk-guard.ts'
import { hint, type Services } from '../ctx.ts'
import { isDatabaseFull } from './envelope.ts'

/**
 * Tells the disk guard when PostgreSQL reports a full disk, and the consoles when the server becomes read-only or
 * writable; the result stops that.
 */
export function watchFreeSpace(
  fastify: FastifyInstance,
  services: Pick<Services, 'db' | 'log'>,
  disk: DiskGuard,
): () => void {
  fastify.addHook('onError', async (_request, _reply, error) => {
    if (isDatabaseFull(error)) disk.reportFull()
  })
  return disk.onChange(() => {
    hint(services, { to: 'consoles', topic: 'storage' }).catch((error: unknown) =>
      services.log.warn({ err: error }, 'the consoles could not be told of the room on the disk'),
    )
  })
}
