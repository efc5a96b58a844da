import { AppError } from '@gatehouse/contract/errors.ts'
import { type ClockConfig, clockFailures } from '@gatehouse/contract/features/service-config.ts'
import { moveSessions } from '../../http/session-store.ts'
import { changesBetween } from '../../lib/changes-between.ts'
import { createSystemCtx, type Ctx, hint, inTransaction, type Services } from '../../ctx.ts'
import { askTimeServers } from '../../lib/sntp.ts'
import { moveReleaseWaits } from '../lockdown/release-wait-actions.ts'
import { requireLicenceAt } from '../licence/licence-period-actions.ts'
import { type ClockRow, readClockRow, updateClockRow } from './clock-store.ts'
import type { PlatformClock } from './platform-clock.ts'

/** The maximum difference of a manual time from the administrator's clock. */
const maxApartSeconds = 60

export async function getClock(ctx: Pick<Ctx, 'db'>, clock: PlatformClock): Promise<ClockConfig> {
  const row = await readClockRow(ctx.db)
  return {
    mode: row.mode,
    servers: row.servers,
    platformAt: clock.now().round('millisecond').toString(),
    offsetMs: row.offset_ms,
    measured: measuredOf(row),
  }
}

const measuredOf = (row: ClockRow): ClockConfig['measured'] =>
  row.measured_at === null
    ? null
    : {
        at: row.measured_at,
        server: row.measured_server,
        offsetMs: row.measured_offset_ms,
        delayMs: row.measured_delay_ms,
        failure: clockFailures.find((failure) => failure === row.measured_failure) ?? null,
      }

/**
 * Stores the change and makes every process follow it, this one at once.
 * @throws AppError clock.outside-licence
 */
async function change(ctx: Ctx, clock: PlatformClock, set: Parameters<typeof updateClockRow>[1]): Promise<ClockConfig> {
  const before = await readClockRow(ctx.db)
  const movedMs = set.offset_ms === undefined ? 0 : set.offset_ms - before.offset_ms
  const now = clock.now()
  if (movedMs !== 0) await requireLicenceAt(ctx.db, now, now.add({ milliseconds: movedMs }))
  await inTransaction(ctx, async (ctx) => {
    await updateClockRow(ctx.db, set)
    if (movedMs !== 0) {
      await moveSessions(ctx.db, movedMs)
      await moveReleaseWaits(ctx, movedMs)
    }
    await hint(ctx, { to: 'servers', what: 'clock' }, { to: 'consoles', topic: 'service-config' })
  })
  await clock.refresh()
  const after = await readClockRow(ctx.db)
  ctx.audit.changes = changesBetween(settingsOf(before), settingsOf(after))
  return getClock(ctx, clock)
}

const settingsOf = ({ mode, servers, offset_ms }: ClockRow) => ({ mode, servers, offsetMs: offset_ms })

/** Sets these time servers, and asks them at once. Without any, the clock of the machine counts. */
export async function setAutomatic(ctx: Ctx, clock: PlatformClock, servers: readonly string[]): Promise<ClockConfig> {
  const unique = [...new Set(servers)]
  const mode = 'automatic'
  if (unique.length === 0) return change(ctx, clock, { mode, servers: unique, offset_ms: 0, ...noMeasurement })
  const { note, offsetMs } = await measure(clock, unique)
  // The offset in force stays while nobody gives the time.
  return change(ctx, clock, {
    mode,
    servers: unique,
    ...note,
    ...(offsetMs === undefined ? {} : { offset_ms: offsetMs }),
  })
}

/** @throws AppError clock.too-far: the administrator has to set their own clock right first */
export async function setManual(ctx: Ctx, clock: PlatformClock, { at, clientMs }: { at: string; clientMs: number }) {
  const wantedMs = Temporal.Instant.from(at).epochMilliseconds
  const apart = Math.abs(wantedMs - clientMs) / 1000
  if (apart > maxApartSeconds)
    throw new AppError('clock.too-far', { seconds: Math.round(apart), limit: maxApartSeconds })
  return change(ctx, clock, { mode: 'manual', offset_ms: wantedMs - clock.machine.now().epochMilliseconds })
}

/** Asks now; in automatic mode the answer counts. A failed measurement changes nothing but its note. */
export async function measureNow(ctx: Ctx, clock: PlatformClock): Promise<ClockConfig> {
  const { mode, servers } = await readClockRow(ctx.db)
  if (servers.length === 0) return getClock(ctx, clock)
  const { note, offsetMs } = await measure(clock, servers)
  return change(ctx, clock, {
    ...note,
    ...(mode === 'automatic' && offsetMs !== undefined ? { offset_ms: offsetMs } : {}),
  })
}

/** Once an hour. */
export async function calibrate(services: Services, clock: PlatformClock): Promise<void> {
  const { mode } = await readClockRow(services.db)
  if (mode === 'automatic') await measureNow(createSystemCtx(services), clock)
}

const noMeasurement = {
  measured_at: null,
  measured_server: null,
  measured_offset_ms: null,
  measured_delay_ms: null,
  measured_failure: null,
} as const

async function measure({ machine }: PlatformClock, servers: readonly string[]) {
  const answer = await askTimeServers(servers, () => machine.now().epochMilliseconds)
  const measured_at = machine.now().toString()
  if ('failure' in answer) return { note: { ...noMeasurement, measured_at, measured_failure: answer.failure } }
  const offsetMs = Math.round(answer.offsetMs)
  const note = {
    measured_at,
    measured_server: answer.server,
    measured_offset_ms: offsetMs,
    measured_delay_ms: Math.round(answer.delayMs),
    measured_failure: null,
  }
  return { note, offsetMs }
}
