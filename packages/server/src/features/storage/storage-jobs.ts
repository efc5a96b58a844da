import type { RepeatingJob } from '../../jobs/job-runner.ts'
import { overwriteHistory, type StorageNeeds } from './overwrite-history.ts'
import { insertSample } from './storage-store.ts'

export async function sampleDisk({ db, clock, measureDisk }: StorageNeeds): Promise<void> {
  await insertSample(db, { at: clock.now().toString(), ...(await measureDisk()) })
}

/**
 * Seconds since the last call, a minute at most, none the first time: the notice stands for as long as a server shows
 * it, independent of the machine's clock, which may jump.
 */
function createLapTimer(): () => number {
  let lastMs: number | undefined
  return () => {
    const nowMs = performance.now()
    const passedS = Math.min(60, Math.round((nowMs - (lastMs ?? nowMs)) / 1_000))
    lastMs = nowMs
    return passedS
  }
}

export function storageJobs(needs: StorageNeeds): RepeatingJob[] {
  const lap = createLapTimer()
  return [
    { name: 'sample-disk', cron: '11 * * * *', run: () => sampleDisk(needs) },
    {
      name: 'overwrite-history',
      cron: '* * * * *',
      freesDisk: true,
      run: (stopping) => overwriteHistory(needs, lap(), stopping),
    },
  ]
}
