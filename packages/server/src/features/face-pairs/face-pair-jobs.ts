import { setTimeout as pause } from 'node:timers/promises'
import { thresholdsOf } from '@gatehouse/face/core/recogniser-spec.ts'
import { createSystemCtx, hint, inTransaction, type Services } from '../../ctx.ts'
import type { RepeatingJob } from '../../jobs/job-runner.ts'
import { selectBlacklistedFaces } from '../../people/blacklisted-reads.ts'
import { joinCandidates } from '../../people/gallery/faces-in-memory.ts'
import {
  deleteDueFace,
  findDueFace,
  holdPerson,
  postponeDueFace,
  putKindsRight,
  replaceOpenPairs,
} from './face-pair-store.ts'

/** A run ends before the next is due. */
const maxRunMs = 40_000
/** The pairs of one person that are listed, the most alike: one picture may have been given to everybody. */
const maxOfPerson = 20
/** Those of somebody on the blacklist: among a hundred thousand people two hundred may be as alike as `maybeBlacklisted` by chance. */
const maxOfBlacklisted = 500

/** Compares the faces of people who changed with everybody's, one after the other, and rests as long as each took: others search, too. */
export async function findFacePairs(services: Services, stopping?: AbortSignal): Promise<number> {
  const start = performance.now()
  for (let count = 0; ; count++) {
    stopping?.throwIfAborted()
    const began = performance.now()
    if (began - start > maxRunMs || !(await compareNext(services))) return count
    await pause(performance.now() - began, undefined, { signal: stopping })
  }
}

/**
 * Whether there was anybody to compare. The note goes by a statement of its own, after the work: a change of the person would wait for it,
 * and this work for the change.
 */
async function compareNext(services: Services): Promise<boolean> {
  const due = await findDueFace(services.db)
  if (due === undefined) return false
  try {
    await compare(services, due.person_id)
  } catch (error) {
    await postponeDueFace(services.db, due)
    throw error
  }
  await deleteDueFace(services.db, due)
  return true
}

async function compare(services: Services, personId: string): Promise<void> {
  const { gallery } = services.people
  await gallery.refreshPerson(personId)
  await inTransaction(createSystemCtx(services), async (ctx) => {
    if (!(await holdPerson(ctx.db, personId))) return
    const { maybeBlacklisted, duplicate } = thresholdsOf(services.face.modelId())
    const blacklisted = await selectBlacklistedFaces(ctx.db)
    // People on the blacklist are looked for apart: however many others are more alike, none of them is left out.
    const alike = blacklisted.includes(personId)
      ? await gallery.alikeOf(personId, maybeBlacklisted, maxOfBlacklisted)
      : joinCandidates(
          await gallery.comparePeople(personId, blacklisted, maybeBlacklisted),
          await gallery.alikeOf(personId, duplicate, maxOfPerson),
        )
    await replaceOpenPairs(ctx.db, personId, alike, ctx.clock.now().toString())
    await hint(ctx, { to: 'consoles', topic: 'face-pairs' })
  })
}

export const facePairJobs = (services: Services): RepeatingJob[] => [
  {
    name: 'find-alike-faces',
    cron: '* * * * *',
    run: async (stopping) => void (await findFacePairs(services, stopping)),
  },
  { name: 'put-kinds-of-pairs-right', cron: '17 * * * *', run: async () => void (await putKindsRight(services.db)) },
]
