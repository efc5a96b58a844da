import { setTimeout as pause } from 'node:timers/promises'
import { AppError } from '@gatehouse/contract/errors.ts'
import { portraitCheck } from '@gatehouse/contract/features/portraits.ts'
import { readCompany } from '../../company/company-reads.ts'
import { createSystemCtx, hint, inTransaction, type Services } from '../../ctx.ts'
import { againHours, emptyPicture, lookAtKept } from './look-at-kept.ts'
import { checksOf, judgeOf, withSizeOfPhotograph } from './portrait-judge.ts'
import { keepVerdict, selectDuePortraits, selectUnreadable } from './portrait-verdict-store.ts'

/** A run leaves the better part of each minute to other jobs. */
const maxRunMs = 20_000
const maxAtOnce = 50
/** So many failures one after the other are no fault of the pictures. */
const maxFailures = 3

type Due = Awaited<ReturnType<typeof selectDuePortraits>>[number]

/**
 * The portraits that were judged by other checks, or never, are judged one after the other, with a rest as long as each took, and after them
 * those again whose picture could not be read some hours ago. A verdict is kept at once, so that a run goes on where the last one ended. A
 * portrait that cannot be judged for the moment holds up no other one. Gives how many it judged.
 */
export async function judgePortraits(services: Services, stopping?: AbortSignal): Promise<number> {
  const { qualityLevel: level } = await readCompany(services.db)
  const start = performance.now()
  let judged = 0
  let failures = 0
  try {
    for await (const portrait of duePortraits(services, judgeOf(level))) {
      stopping?.throwIfAborted()
      const began = performance.now()
      if (began - start > maxRunMs) return judged
      try {
        await judgeOne(services, portrait, level)
        judged++
        failures = 0
      } catch (error) {
        if (error instanceof AppError && error.code === 'server.busy') return judged
        if (++failures >= maxFailures) throw error
        services.log.warn({ err: error, portraitId: portrait.image_id }, 'a portrait could not be judged')
      }
      await pause(performance.now() - began, undefined, { signal: stopping })
    }
    return judged
  } finally {
    if (judged > 0) await hint(createSystemCtx(services), { to: 'consoles', topic: 'portraits' })
  }
}

async function* duePortraits({ db, clock }: Services, judge: string): AsyncGenerator<Due> {
  const longAgo = clock.now().subtract({ hours: againHours }).toString()
  const lists = [
    (after: string | undefined) => selectDuePortraits(db, judge, after, maxAtOnce),
    (after: string | undefined) => selectUnreadable(db, longAgo, after, maxAtOnce),
  ]
  for (const list of lists)
    for (let after: string | undefined; ;) {
      const page = await list(after)
      yield* page
      after = page.at(-1)?.image_id
      if (after === undefined) break
    }
}

async function judgeOne(services: Services, { image_id, blob_hash, checks: before }: Due, level: 'low' | 'high') {
  const report = await evaluate(services, blob_hash, level)
  const checks = report && withSizeOfPhotograph(checksOf(report), portraitCheck.array().parse(before))
  const faults = checks?.filter(({ passed }) => !passed).map(({ check }) => check) ?? ['unreadable' as const]
  await inTransaction(createSystemCtx(services), (ctx) =>
    keepVerdict(ctx.db, {
      imageId: image_id,
      judge: judgeOf(level),
      at: ctx.clock.now().toString(),
      checks,
      faults,
    }),
  )
}

const evaluate = (services: Services, hash: Buffer, level: 'low' | 'high') =>
  lookAtKept(services, hash, {
    look: (bytes) => services.face.checkPortrait(bytes, level),
    prove: async () => services.face.checkPortrait(await emptyPicture(), level),
  })
