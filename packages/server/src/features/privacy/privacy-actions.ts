import { insertOperation } from '../../http/operation-log-store.ts'
import { createSystemCtx, inTransaction, type Services } from '../../ctx.ts'
import { purgePerson } from './purge-person.ts'

/**
 * Erases a person again who was erased after the backup that this database was restored from. Does nothing if nobody
 * with this id came back.
 */
export async function eraseAgain(services: Services, personId: string): Promise<void> {
  const system = createSystemCtx(services)
  await inTransaction(system, async (ctx) => {
    if ((await purgePerson(ctx, personId)) === undefined) return
    await insertOperation(ctx.db, {
      actor: ctx.actor,
      module: 'privacy',
      event: 'erase-again',
      side: 'system',
      address: '',
      requestId: '',
      note: {},
    })
  })
}
