import { readCompany } from '../company/company-reads.ts'
import { createSystemCtx, hint, inTransaction, type Services } from '../ctx.ts'
import { notePeopleChanged } from '../device-link/outbox/people-changes.ts'
import type { RepeatingJob } from '../jobs/job-runner.ts'
import { takeLeavers } from './leaver-store.ts'

/** Days after the last one during which devices keep a person: they say that the person left, not that it is a stranger. */
const keptDays = 30
const chunk = 500

/** Takes staff who left long ago off the devices, whose memory is small; a changed last day brings them back. */
export async function takeLeaversOffDevices(services: Services): Promise<void> {
  const ctx = createSystemCtx(services)
  for (;;) {
    const count = await inTransaction(ctx, async (ctx) => {
      const { timeZone } = await readCompany(ctx.db)
      const today = ctx.clock.now().toZonedDateTimeISO(timeZone).toPlainDate()
      const ids = await takeLeavers(ctx.db, today.subtract({ days: keptDays }).toString(), chunk)
      await notePeopleChanged(ctx, ids)
      if (ids.length > 0) await hint(ctx, { to: 'consoles', topic: 'staff' })
      return ids.length
    })
    if (count < chunk) return
  }
}

export const leaverJobs = (services: Services): RepeatingJob[] => [
  { name: 'take-leavers-off-devices', cron: '7 * * * *', run: () => takeLeaversOffDevices(services) },
]
