import { randomUUID } from 'node:crypto'
import type { Ctx } from '../../../ctx.ts'
import type { DeedAtDevice } from '../../../drivers/device-events.ts'
import { insertOperation } from '../../../http/operation-log-store.ts'

/** Writes what somebody did by the menu of a device: nobody but the device knows who that was. */
export const noteDeed = (ctx: Ctx, name: string, deed: DeedAtDevice, operator: string): Promise<void> =>
  insertOperation(ctx.db, {
    module: 'device',
    event: `at-device-${deed}`,
    side: 'device',
    address: ctx.address,
    requestId: randomUUID(),
    actor: ctx.actor,
    // The device's own number of a person, never a name.
    note: { item: name, ...(operator === '' || operator === '0' ? {} : { remark: operator.slice(0, 24) }) },
  })
