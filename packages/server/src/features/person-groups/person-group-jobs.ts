import { z } from 'zod'
import type { QueuedJob, RepeatingJob } from '../../jobs/job-runner.ts'
import type { Services } from '../../ctx.ts'
import { queueJob } from '../../lib/queue-job.ts'
import { clearMembershipsJob } from './person-group-service.ts'
import { compactMemberCounts, deleteOrphans, hasMembers } from '../../people/membership-store.ts'

/** The number of memberships in one transaction: others who change these people wait only that long. */
const chunk = 2_000

const payloadOf = z.object({ id: z.uuid() })

/** Deletes the memberships of a deleted group, a chunk at a time; interrupted, it continues with the remaining ones. */
export const clearMemberships = ({ db, clock }: Pick<Services, 'db' | 'clock'>): QueuedJob => ({
  name: clearMembershipsJob,
  async run(payload) {
    const { id } = payloadOf.parse(payload)
    while ((await deleteOrphans(db, id, chunk)) > 0);
    // Rows that were locked the first time: they are deleted by then, or have to be deleted now.
    const runAt = clock.now().add({ seconds: 30 }).toString()
    if (await hasMembers(db, id)) await queueJob({ db }, clearMembershipsJob, { id }, { runAt })
  },
})

export const personGroupJobs = (services: Pick<Services, 'db'>): RepeatingJob[] => [
  { name: 'add-up-member-counts', cron: '* * * * *', run: () => compactMemberCounts(services) },
]
