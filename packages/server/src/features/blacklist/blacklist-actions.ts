import { insertOperation } from '../../http/operation-log-store.ts'
import { type Ctx, inTransaction, type Services } from '../../ctx.ts'
import { putOnListAgain } from './blacklist-service.ts'

/** Somebody who was blacklisted after the backup that this database was restored from is so again; nothing happens where nobody of this id came back. */
export async function blacklistAgain(services: Services, personId: string): Promise<void> {
  const system: Ctx = { ...services, actor: { kind: 'system' }, address: '', audit: {} }
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
