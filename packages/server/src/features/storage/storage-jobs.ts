import type { RepeatingJob } from '../../jobs/job-runner.ts'
import { overwriteHistory, type StorageNeeds } from './overwrite-history.ts'
import { insertSample } from './storage-store.ts'

export async function sampleDisk({ db, clock, measureDisk }: StorageNeeds): Promise<void> {
  await insertSample(db, { at: clock.now().toString(), ...(await measureDisk()) })
}

export const storageJobs = (needs: StorageNeeds): RepeatingJob[] => [
  { name: 'sample-disk', cron: '11 * * * *', run: () => sampleDisk(needs) },
  {
    ...{ name: 'overwrite-history', cron: '* * * * *', makesRoom: true },
    run: (stopping) => overwriteHistory(needs, stopping),
  },
]
