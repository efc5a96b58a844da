import { findMismatch } from '@gatehouse/engine/upgrade/match-device.ts'
import { evaluateRollOut } from '@gatehouse/engine/upgrade/roll-out.ts'
import { insertOperation } from '../../../http/operation-log-store.ts'
import { type Ctx, hint, inTransaction } from '../../../ctx.ts'
import { hintDevices } from '../../../device-link/outbox/device-hints.ts'
import {
  startOthers,
  buildOf,
  changePackage,
  countUpgrades,
  failSilent,
  insertUpgrades,
  lockPackage,
  offerAgain,
  type PackageRow,
  selectBuilds,
  selectPublished,
  selectSilent,
  supersedeEarlierPackages,
  targetOf,
} from '../upgrade-store.ts'

/** Whether the package is for this device, agreed downgrades included. */
export function isFor(row: PackageRow, build: Parameters<typeof buildOf>[0]): boolean {
  const mismatch = findMismatch(targetOf(row), buildOf(build))
  return mismatch === null || (mismatch === 'newer-version' && row.allows_downgrade)
}

/** Offers the package to these devices and cancels other offers to them. */
export async function offerTo(ctx: Ctx, row: PackageRow, deviceIds: readonly string[]): Promise<void> {
  if (deviceIds.length === 0) return
  await supersedeEarlierPackages(ctx.db, row, deviceIds, ctx.clock.now().toString())
  await hintDevices(ctx, 'upgrades', deviceIds)
}

/** The stage of the other devices has begun. */
export async function startSecondStage(ctx: Ctx, row: PackageRow): Promise<void> {
  await offerTo(ctx, row, await startOthers(ctx.db, row.id, ctx.clock.now().toString()))
}

/**
 * Moves a running roll-out forward: to the next stage, to its end, or to a stop. In the transaction of the change that
 * may have moved it; its whole state is in the tables, so a restart of the server changes nothing.
 */
export async function reconcileRollout(ctx: Ctx, packageId: string): Promise<void> {
  const row = await lockPackage(ctx.db, packageId)
  if (row?.roll_out_state !== 'running' || !row.started_at) return
  const plan = {
    advance: row.advance,
    waitMinutes: row.wait_minutes,
    mostFailedPercent: row.most_failed_percent,
    forgivenFailures: row.forgiven_failures,
  }
  const minutes = ctx.clock.now().since(row.started_at).total('minutes')
  const counts = await countUpgrades(ctx.db, packageId)
  const step = evaluateRollOut(plan, row.stage, counts, minutes)
  if (step.state === row.roll_out_state && step.stage === row.stage) return
  await changePackage(ctx.db, packageId, { roll_out_state: step.state, stage: step.stage })
  if (step.stage !== row.stage) await startSecondStage(ctx, row)
  if (step.state === 'stopped') await logStop(ctx, row, (counts.failed ?? 0) + (counts['rolled-back'] ?? 0))
  await hint(ctx, { to: 'consoles', topic: 'upgrades' })
}

const logStop = (ctx: Ctx, row: PackageRow, failed: number) =>
  insertOperation(ctx.db, {
    module: 'upgrade',
    event: 'stop',
    side: 'system',
    address: '',
    requestId: '',
    actor: { kind: 'system' },
    note: { item: `${row.title} ${row.version}`, facts: { failed } },
  })

/** Devices whose versions changed within this time may newly match a published package. */
const newcomerHours = 24

/** Once a minute: devices of which nothing was heard in time, that wait for another attempt, that have joined since, or whose stage has begun. */
export async function advanceRollouts(ctx: Ctx): Promise<void> {
  for (const id of await selectSilent(ctx.db, ctx.clock.now().toString())) {
    await inTransaction(ctx, async (ctx) => {
      await lockPackage(ctx.db, id)
      await failSilent(ctx.db, id, ctx.clock.now().toString())
      await reconcileRollout(ctx, id)
      await hint(ctx, { to: 'consoles', topic: 'upgrades' })
    })
  }
  for (const id of await selectPublished(ctx.db)) {
    await inTransaction(ctx, async (ctx) => {
      const row = await lockPackage(ctx.db, id)
      if (!row?.is_published) return
      const now = ctx.clock.now()
      if (row.roll_out_state === 'running') {
        const again = await offerAgain(ctx.db, id, now.toString())
        await hintDevices(ctx, 'upgrades', again)
      }
      if ((row.roll_out_state === 'stopped' || row.roll_out_state === 'paused') && (await isReplaced(ctx, id))) {
        await changePackage(ctx.db, id, { roll_out_state: 'done' })
        return hint(ctx, { to: 'consoles', topic: 'upgrades' })
      }
      const isOut = row.stage === 'all' && (row.roll_out_state === 'running' || row.roll_out_state === 'done')
      if (isOut) await offerToNewcomers(ctx, row, now.subtract({ hours: newcomerHours }).toString())
      await reconcileRollout(ctx, id)
    })
  }
}

const leftToDo = ['waiting', 'offered', 'downloading', 'verified', 'installing', 'failed', 'rolled-back'] as const

/** Nothing of it can be repaired or continued, because another package replaced it. */
async function isReplaced(ctx: Ctx, id: string): Promise<boolean> {
  const counts = await countUpgrades(ctx.db, id)
  const left = leftToDo.reduce((sum, state) => sum + (counts[state] ?? 0), counts.unbegun)
  return left === 0 && (counts.superseded ?? 0) > 0
}

async function offerToNewcomers(ctx: Ctx, row: PackageRow, since: string): Promise<void> {
  const builds = await selectBuilds(ctx.db, { packageId: row.id, since })
  const ids = builds.filter((build) => isFor(row, build)).map(({ id }) => id)
  if (ids.length === 0) return
  const now = ctx.clock.now().toString()
  await insertUpgrades(
    ctx.db,
    row.id,
    ids.map((id) => ({ id, isFirst: false, isBegun: true })),
    now,
  )
  await changePackage(ctx.db, row.id, { roll_out_state: 'running' })
  await offerTo(ctx, row, ids)
}
