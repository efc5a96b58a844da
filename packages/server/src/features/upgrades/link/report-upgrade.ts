import type { reportUpgrade as reportRoute } from '@gatehouse/contract/device/link.ts'
import { AppError } from '@gatehouse/contract/errors.ts'
import type { UpgradeState } from '@gatehouse/engine/upgrade/vocabulary.ts'
import type { z } from 'zod'
import { type Ctx, inTransaction } from '../../../ctx.ts'
import { reconcileRollout } from './roll-out.ts'
import { changeUpgrade, lockPackage, lockUpgrade, publishedAtOf, type PackageRow } from '../upgrade-store.ts'

/**
 * Of makes that report nothing by themselves. `answerBy`: until when something more must be heard. `publishedAt`: the publication that it is
 * about; another one has attempts of the same numbers.
 */
type OfMake = { answerBy?: string | null; publishedAt?: string }
type Report = z.output<typeof reportRoute.body> & OfMake

/** Between two attempts; the next pause is longer by as much. */
const pauseMinutes = 5

const isOver = (state: UpgradeState) =>
  ['done', 'failed', 'rolled-back', 'cancelled', 'superseded', 'waiting'].includes(state)

/**
 * Stores the progress of a device. A late report (about an earlier attempt, or a withdrawn package) changes nothing,
 * except that a version runs there or does not: that is a fact, however late it is reported.
 * @throws AppError package.not-found
 */
export async function takeUpgradeReport(ctx: Ctx, deviceId: string, packageId: string, report: Report): Promise<void> {
  await inTransaction(ctx, async (ctx) => {
    const isEnd = report.state === 'done' || report.state === 'failed' || report.state === 'rolled-back'
    // Locked before its device: a transaction that ends something moves the roll-out, and these two are locked in one
    // order everywhere.
    const row = isEnd ? await lockPackage(ctx.db, packageId) : undefined
    const upgrade = await lockUpgrade(ctx.db, packageId, deviceId)
    if (!upgrade?.is_begun) throw new AppError('package.not-found')
    const isFact = report.state === 'done' || report.state === 'rolled-back'
    if (upgrade.attempt !== report.attempt && !isFact) return
    if (!isFact && report.publishedAt !== undefined && (await publishedAtOf(ctx.db, packageId)) !== report.publishedAt)
      return
    if (isOver(upgrade.state) && !(isFact && upgrade.state !== report.state)) return
    await changeUpgrade(ctx.db, packageId, deviceId, {
      state: report.state,
      percent: report.state === 'downloading' ? report.percent : 100,
      reason: report.reason,
      answer_by: report.answerBy ?? null,
      updated_at: ctx.clock.now().toString(),
      ...(row && report.state === 'failed' && report.reason !== 'no-answer'
        ? laterAttempt(ctx, row, upgrade.attempt)
        : {}),
    })
    if (isEnd) await reconcileRollout(ctx, packageId)
  })
}

/** A device that may try again waits for it, and does not count as failed meanwhile. One that did not answer may be installing still. */
function laterAttempt(ctx: Ctx, row: PackageRow, attempt: number) {
  if (attempt > row.retries) return {}
  const retryAt = ctx.clock.now().add({ minutes: pauseMinutes * attempt })
  return { state: 'waiting' as const, attempt: attempt + 1, retry_at: retryAt.toString() }
}
