import type { DiskGuard } from '../../db/disk-guard.ts'
import type { RepeatingJob } from '../../jobs/job-runner.ts'
import { createSystemCtx, hint, type Services } from '../../ctx.ts'
import { importList } from './import-list.ts'
import { purgeOldImports } from './import-service.ts'
import { importPortraits } from './import-portraits.ts'
import { claimRun, endLease, type Run } from './import-store.ts'

/** Works through imports in the background of this process, one of each kind at a time. */
export type ImportRunner = {
  /** Checks whether there is a run to work on. */
  wake(): void
  /** Ends after the present step; another process, or this one after a restart, does the rest. */
  close(): Promise<void>
}

/**
 * The runs themselves are the queue: a process claims one for half a minute and renews the claim with every step, so a
 * run continues in another process after one has died. A hint wakes the runner at once; a job checks every minute. While
 * the disk is full, runs wait.
 */
export function startImportRunner(services: Services, disk: DiskGuard): ImportRunner {
  const closing = new AbortController()
  const ctx = createSystemCtx(services)
  const stopping = () => AbortSignal.any([closing.signal, disk.pausing()])
  const work = {
    staff: (run: Run) => importList(ctx, run, stopping()),
    portraits: (run: Run) => importPortraits(ctx, run, stopping()),
  } as const
  const loops = new Map<Run['kind'], { again: boolean; done: Promise<void> }>()

  async function workThrough(kind: Run['kind']): Promise<void> {
    for (;;) {
      const run = stopping().aborted ? undefined : await claimRun(services.db, kind)
      if (!run) return
      try {
        await work[kind](run)
        await endLease(services.db, run.id)
        // Another server continues the run at once, and not when its job checks next.
        if (closing.signal.aborted) await hint(services, { to: 'servers', what: 'imports' })
      } catch (error) {
        // The lease expires without help: the next try is in half a minute, and not at once without end.
        services.log.error({ err: error, run: run.id }, 'an import was interrupted')
        return
      }
    }
  }

  function start(kind: Run['kind']): void {
    const loop = loops.get(kind)
    if (loop) loop.again = true
    else {
      const entry = { again: false, done: Promise.resolve() }
      loops.set(kind, entry)
      entry.done = workThrough(kind)
        .catch((error: unknown) => services.log.error({ err: error }, 'imports could not be looked at'))
        .then(() => {
          loops.delete(kind)
          if (entry.again && !closing.signal.aborted) start(kind)
        })
    }
  }
  const wake = () => {
    if (!closing.signal.aborted) for (const kind of ['staff', 'portraits'] as const) start(kind)
  }
  wake()
  return {
    wake,
    async close() {
      closing.abort()
      await Promise.all([...loops.values()].map(({ done }) => done))
    },
  }
}

export const importJobs = (services: Services, runner: ImportRunner): RepeatingJob[] => [
  { name: 'continue-imports', cron: '* * * * *', run: async () => runner.wake() },
  { name: 'forget-imports', cron: '23 3 * * *', freesDisk: true, run: () => purgeOldImports(services) },
]
