import type { FastifyRequest } from 'fastify'
import type { Ctx } from '../ctx.ts'
import { codeOf } from './envelope.ts'
import { insertOperation } from './operation-log-store.ts'

/**
 * For routes whose actor is known only afterwards (login; `audit: 'self'`): runs the action and writes its one line,
 * also for a failure if the action marks an attempt (`audit.wasTried`): a password was checked, a ticket was taken. A
 * call that is refused before that leaves none, or anybody could fill the log. The writes of the action stand even when
 * it fails (a counted failure must not be rolled back).
 */
export async function withAuditEntry<T>(
  ctx: Ctx,
  request: FastifyRequest,
  audit: { module: string; event: string },
  action: () => Promise<T>,
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
    const result = await action()
    await write()
    return result
  } catch (error) {
    if (ctx.audit.wasTried) await write(codeOf(error))
    throw error
  }
}
