import { z } from 'zod'
import type { QueuedJob, RepeatingJob } from '../../jobs/job-runner.ts'
import type { Services } from '../../ctx.ts'
import { queueJob } from '../../lib/queue-job.ts'
import { clearMembershipsJob } from './person-group-service.ts'
import { compactMemberCounts, deleteOrphans, hasMembers } from '../../people/membership-store.ts'

/** Memberships in one transaction: whoever changes these people meanwhile waits no longer than for those. */
const chunk = 2_000

const payloadOf = z.object({ id: z.uuid() })

/** Clears away the memberships of a group that was deleted, a chunk at a time; cut short, it begins with what is left. */
export const clearMemberships = ({ db, clock }: Pick<Services, 'db' | 'clock'>): QueuedJob => ({
  name: clearMembershipsJob,
  async run(payload) {
    const { id } = payloadOf.parse(payload)
    while ((await deleteOrphans(db, id, chunk)) > 0);
    // Those whom somebody had just locked: they are gone by then, or are to be cleared after all.
    const runAt = clock.now().add({ seconds: 30 }).toString()
    if (await hasMembers(db, id)) await queueJob({ db }, clearMembershipsJob, { id }, { runAt })
  },
})

export const personGroupJobs = (services: Pick<Services, 'db'>): RepeatingJob[] => [
  { name: 'add-up-member-counts', cron: '* * * * *', run: () => compactMemberCounts(services) },
]
