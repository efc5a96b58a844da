import { notePeopleChanged } from '../../device-link/outbox/people-changes.ts'
import type { RepeatingJob } from '../../jobs/job-runner.ts'
import { createSystemCtx, hint, inTransaction, type Services } from '../../ctx.ts'
import { dropPortraits } from '../../people/portraits/portrait-actions.ts'
import { deleteOldVisits } from './visits/visit-store.ts'
import { takeExpired } from './visitor-store.ts'

const chunk = 500

/**
 * Removes the visitors whose period is over from the devices. At the second itself the devices refuse by their own clock; this
 * frees their memory within the minute, and changes the lists that people look at.
 */
export async function takeExpiredOffDevices(services: Services): Promise<void> {
  const ctx = createSystemCtx(services)
  for (;;) {
    const gone = await inTransaction(ctx, async (ctx) => {
      const ids = await takeExpired(ctx.db, ctx.clock.now().toString(), chunk)
      await notePeopleChanged(ctx, ids)
      if (ids.length > 0) await hint(ctx, { to: 'consoles', topic: 'visitors' })
      return ids
    })
    if (gone.length < chunk) return
  }
}

/** The time for which an answered or unanswered visit is kept after its end. */
const keptDays = 90

/** Deletes visits that ended long ago. */
export async function purgeOldVisits(services: Services): Promise<void> {
  const ctx = createSystemCtx(services)
  const before = services.clock
    .now()
    .subtract({ hours: 24 * keptDays })
    .toString()
  for (;;) {
    const count = await inTransaction(ctx, async (ctx) => {
      const gone = await deleteOldVisits(ctx.db, before, chunk)
      await dropPortraits(ctx, gone.portraits)
      return gone.count
    })
    if (count < chunk) return
  }
}

export const visitorJobs = (services: Services): RepeatingJob[] => [
  { name: 'forget-expired-visitors', cron: '* * * * *', run: () => takeExpiredOffDevices(services) },
  { name: 'forget-old-visits', cron: '29 3 * * *', run: () => purgeOldVisits(services) },
]
