import { createSystemCtx, inTransaction, type Services } from '../../ctx.ts'
import type { RepeatingJob } from '../../jobs/job-runner.ts'
import { makePaperList } from './paper-service.ts'
import { claimDuePaper, setPaperNextAt } from './setting-store.ts'

/** A list that could not be made is tried again after this time, while those of other sites are made. */
const retryMinutes = 1

/** Makes the paper lists that are due; several servers share them, each list is made by one. */
export async function makeDueLists(services: Services, stopping?: AbortSignal): Promise<void> {
  const ctx = createSystemCtx(services)
  const nowPlus = (minutes: number) => ctx.clock.now().add({ minutes }).toString()
  for (;;) {
    stopping?.throwIfAborted()
    let siteId: string | undefined
    try {
      const isDone = await inTransaction(ctx, async (ctx) => {
        // Locked until its list is stored: a server that dies meanwhile leaves it to the others.
        const due = await claimDuePaper(ctx.db, ctx.clock.now().toString())
        if (!due) return true
        siteId = due.site_id
        await makePaperList(ctx, due.site_id)
        await setPaperNextAt(ctx.db, due.site_id, nowPlus(due.paper_minutes ?? retryMinutes))
        return false
      })
      if (isDone) return
    } catch (error) {
      if (siteId === undefined) throw error
      services.log.error({ err: error, siteId }, 'a paper list could not be made')
      await setPaperNextAt(ctx.db, siteId, nowPlus(retryMinutes))
    }
  }
}

export const paperJobs = (services: Services): RepeatingJob[] => [
  { name: 'make-paper-lists', cron: '* * * * *', run: (stopping) => makeDueLists(services, stopping) },
]
