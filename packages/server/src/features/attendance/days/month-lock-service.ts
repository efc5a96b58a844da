import { AppError } from '@gatehouse/contract/errors.ts'
import { type Ctx, hint, nameOfActor } from '../../../ctx.ts'
import { queueDaysOfEverybody } from '../recompute-queue-store.ts'
import { readToday } from '../rules/rule-service.ts'
import { deleteLock, insertLock, selectLocks } from './month-lock-store.ts'

/** Locks a month that is over, or unlocks it: then the punches that arrived meanwhile count. @throws AppError attendance.month-not-over */
export async function lockMonth(ctx: Ctx, month: string, isLocked: boolean) {
  ctx.audit.item = month
  ctx.audit.facts = { state: isLocked ? 'locked' : 'opened' }
  const { today } = await readToday(ctx)
  const first = `${month}-01`
  if (isLocked) {
    // Its last day has to be evaluated before the month is locked: that day ends on the next morning.
    if (Temporal.PlainDate.from(first).add({ months: 1 }).toString() >= today)
      throw new AppError('attendance.month-not-over')
    await insertLock(ctx.db, first, nameOfActor(ctx))
  } else if (await deleteLock(ctx.db, first))
    await queueDaysOfEverybody(
      ctx.db,
      first,
      Temporal.PlainDate.from(first).add({ months: 1 }).subtract({ days: 1 }).toString(),
      'unlocked',
    )
  await hint(ctx, { to: 'consoles', topic: 'attendance' })
  return selectLocks(ctx.db)
}
