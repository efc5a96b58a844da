import { insertOperation } from '../../http/operation-log-store.ts'
import { createSystemCtx, inTransaction, type Services } from '../../ctx.ts'
import { putOnListAgain } from './blacklist-service.ts'

/** Blacklists a person again who was blacklisted after the backup of this database; does nothing if no person with this id came back. */
export async function blacklistAgain(services: Services, personId: string): Promise<void> {
  const system = createSystemCtx(services)
  await inTransaction(system, async (ctx) => {
    const name = await putOnListAgain(ctx, personId)
    if (name === undefined) return
    await insertOperation(ctx.db, {
      actor: ctx.actor,
      module: 'blacklist',
      event: 'blacklist-again',
      side: 'system',
      address: '',
      requestId: '',
      note: { item: name },
    })
  })
}
