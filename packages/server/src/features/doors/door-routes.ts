import { AppError } from '@gatehouse/contract/errors.ts'
import * as contract from '@gatehouse/contract/features/doors.ts'
import { getOpeningRule, updateOpeningRule } from '@gatehouse/contract/features/doors/opening-rule.ts'
import { type App, mount } from '../../http/mount.ts'
import { readDoorEvents, readDoorStates } from './door-state-reads.ts'
import { readOpeningRule } from './opening-reads.ts'
import { changeOpeningRule } from './opening-service.ts'

export function mountDoors(app: App): void {
  mount(app, getOpeningRule, (_, ctx) => readOpeningRule(ctx.db))
  mount(app, updateOpeningRule, ({ body }, ctx) => changeOpeningRule(ctx, body))
  mount(app, contract.listDoorStates, ({ query }, ctx) => readDoorStates(ctx.db, query))
  mount(app, contract.listDoorEvents, async ({ params, query }, ctx) => {
    const page = await readDoorEvents(ctx.db, params.id, query)
    if (!page) throw new AppError('door.not-found')
    return page
  })
}
