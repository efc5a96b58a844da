import { setTimeout as pause } from 'node:timers/promises'
import { AppError } from '@gatehouse/contract/errors.ts'
import { portraitCheck } from '@gatehouse/contract/features/portraits.ts'
import { FaceError } from '@gatehouse/face/core/face-error.ts'
import sharp from 'sharp'
import { readCompany } from '../../company/company-reads.ts'
import { createSystemCtx, hint, inTransaction, type Services } from '../../ctx.ts'
import { checksOf, judgeOf, withSizeOfPhotograph } from './portrait-judge.ts'
import { keepVerdict, selectDuePortraits } from './portrait-verdict-store.ts'

/** A run leaves the better part of each minute to other jobs. */
const maxRunMs = 20_000
const maxAtOnce = 50
/** So many failures one after the other are no fault of the pictures. */
const maxFailures = 3
/** A worker that ends so often over one picture ends by that picture. */
const maxTries = 3

type Due = Awaited<ReturnType<typeof selectDuePortraits>>[number]

/**
 * The portraits that were judged by other checks, or never, are judged one after the other, with a rest as long as each took. A verdict is
 * kept at once, so that a run goes on where the last one ended. A portrait that cannot be judged for the moment holds up no other one.
 * Gives how many it judged.
 */
export async function judgePortraits(services: Services, stopping?: AbortSignal): Promise<number> {
  const { qualityLevel: level } = await readCompany(services.db)
  const judge = judgeOf(level)
  const start = performance.now()
  let judged = 0
  let failures = 0
  let after: string | undefined
  try {
    for (;;) {
      const due = await selectDuePortraits(services.db, judge, after, maxAtOnce)
      for (const portrait of due) {
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
      after = due.at(-1)?.image_id
      if (after === undefined) return judged
    }
  } finally {
    if (judged > 0) await hint(createSystemCtx(services), { to: 'consoles', topic: 'portraits' })
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

/** Undefined: the picture is gone, is none, or ends each worker that looks at it. */
async function evaluate({ blobs, face }: Services, hash: Buffer, level: 'low' | 'high') {
  const bytes = await blobs.get(hash)
  if (!bytes) return undefined
  for (let tries = 1; ; tries++)
    try {
      return await face.checkPortrait(bytes, level)
    } catch (error) {
      if (error instanceof AppError && error.code !== 'server.busy') return undefined
      if (!(error instanceof FaceError && error.code === 'face.worker-failed')) throw error
      if (tries < maxTries) continue
      // The fault is the engine's own if it cannot look at an empty picture either.
      await face.checkPortrait(await emptyPicture(), level)
      return undefined
    }
}

const emptyPicture = () =>
  sharp({ create: { width: 64, height: 64, channels: 3, background: '#888' } })
    .png()
    .toBuffer()
