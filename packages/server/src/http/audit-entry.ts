import type { FastifyRequest } from 'fastify'
import type { Ctx } from '../ctx.ts'
import { codeOf } from './envelope.ts'
import { insertOperation } from './operation-log-store.ts'

/**
 * For routes whose actor is known only afterwards (login; `audit: 'self'`): does the deed and leaves its one line, a failure too where
 * the deed says that something was tried (`audit.wasTried`): a password was judged, a ticket was taken. What is turned away before that
 * leaves none, or anybody could fill the log. The deed's own writes stand even when it fails (a counted failure must not be rolled back).
 */
export async function writeOwnLine<T>(
  ctx: Ctx,
  request: FastifyRequest,
  audit: { module: string; event: string },
  deed: () => Promise<T>,
): Promise<T> {
  const write = (errorCode?: string) =>
    insertOperation(ctx.db, {
      ...audit,
      actor: ctx.actor,
      note: ctx.audit,
      side: 'console',
      address: ctx.address,
      requestId: request.id,
      ...(errorCode ? { errorCode } : {}),
    })
  try {
    const result = await deed()
    await write()
    return result
  } catch (error) {
    if (ctx.audit.wasTried) await write(codeOf(error))
    throw error
  }
}
