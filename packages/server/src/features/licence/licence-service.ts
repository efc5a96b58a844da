import type { KeyObject } from 'node:crypto'
import { AppError } from '@gatehouse/contract/errors.ts'
import type { LicenceInfo, LoadedLicence } from '@gatehouse/contract/features/licence.ts'
import { getInstallation, takeTrial } from '../../db/installation-store.ts'
import { type Ctx, hint, inTransaction, may, type Services } from '../../ctx.ts'
import { hasSomebodySignedIn } from '../../http/account-store.ts'
import { udidOf } from '../../lib/udid.ts'
import { asIssued, checkLicence } from './licence-file.ts'
import { coverOf, isWaiting, licenceAt, type Standing, standingOf } from './licence-in-force.ts'
import { lossesOf, type Terms } from './licence-losses.ts'
import {
  countLicensed,
  insertLicence,
  type LicenceRow,
  listLicences,
  lockLicences,
  withdrawLicences,
} from './licence-store.ts'

export const trialDays = 30
export const trialDevices = 5

/**
 * The current licence, kept in memory: every call asks whether it is in force, so that the question must be cheap. A
 * licence that was loaded in advance takes effect when its day comes. `refresh` reads it again (at the start, and when
 * another process changed it).
 */
export type LicenceState = {
  readonly udid: string
  isActive(): boolean
  /** The state of the current licence; `none` if none was ever loaded. */
  standing(): Standing | 'none'
  current(): LicenceRow | undefined
  /** The last day of all licences, including those loaded in advance. */
  cover(): Pick<LicenceRow, 'kind' | 'valid_to'> | undefined
  refresh(): Promise<void>
}

export async function openLicenceState({ db, clock }: Pick<Services, 'db' | 'clock'>): Promise<LicenceState> {
  const { install_id } = await getInstallation(db)
  let rows: readonly LicenceRow[] = []
  let latestSeen = clock.now()
  const state: LicenceState = {
    udid: udidOf(install_id),
    current: () => licenceAt(rows, clock.now()),
    cover: () => coverOf(rows, clock.now()),
    standing() {
      const now = clock.now()
      const row = licenceAt(rows, now)
      return row ? standingOf(row, now, latestSeen) : 'none'
    },
    isActive: () => state.standing() === 'active',
    async refresh() {
      const [loaded, installation] = [await listLicences(db), await getInstallation(db)]
      rows = loaded
      latestSeen = latestSeenOf(installation, clock.now())
    },
  }
  await state.refresh()
  return state
}

const latestSeenOf = ({ latest_seen_at }: { latest_seen_at: string | null }, now: Temporal.Instant): Temporal.Instant =>
  latest_seen_at ? Temporal.Instant.from(latest_seen_at) : now

export async function readAuthorizeStatus(ctx: Ctx, state: LicenceState) {
  const standing = state.standing()
  const { udid } = state
  const nobody_signed_in = !(await hasSomebodySignedIn(ctx.db))
  if (standing === 'active')
    return {
      authorize_status: 1 as const,
      udid,
      nobody_signed_in,
      trial_available: false,
      reason: null,
      platform_at: null,
      valid: null,
    }
  const { trial_started_at } = await getInstallation(ctx.db)
  const row = state.current()
  return {
    authorize_status: 0 as const,
    udid,
    nobody_signed_in,
    trial_available: trial_started_at === null,
    reason: standing,
    platform_at: ctx.clock.now().round('second').toString(),
    valid: row ? { from: row.valid_from, to: row.valid_to } : null,
  }
}

type Loading = { licence: Terms & Parameters<typeof insertLicence>[1]; beginsAt: string | null; acceptsWorse: boolean }

/**
 * Replaces the current licence, or lets the new one wait for its day; a loss has to be confirmed first. A licence that
 * waits is withdrawn if another takes its day, or if it is worse than the new current one.
 * @throws AppError licence.worse with the losses
 */
async function load(ctx: Ctx, { licence, beginsAt, acceptsWorse }: Loading): Promise<void> {
  const now = ctx.clock.now()
  await lockLicences(ctx.db)
  const rows = await listLicences(ctx.db)
  const current = licenceAt(rows, now)
  const latestSeen = latestSeenOf(await getInstallation(ctx.db), now)
  // It was activated a moment ago, perhaps by another process: from then on a session is needed.
  const isActive = current !== undefined && standingOf(current, now, latestSeen) === 'active'
  if (isActive && !may(ctx, 'licence.manage')) throw new AppError('auth.session-expired')
  // The same file a second time changes nothing.
  if (licence.kind === 'file' && current?.signature === licence.signature) return
  const before = (beginsAt === null ? undefined : rows.find((row) => isWaiting(row, now))) ?? current
  const used = await countLicensed(ctx.db)
  const worse = lossesOf(before, licence, used, may(ctx, 'licence.manage'))
  if (worse.length > 0 && !acceptsWorse) throw new AppError('licence.worse', { worse })
  const isOutdone = (row: LicenceRow) => beginsAt !== null || lossesOf(licence, row, used).length > 0
  const outdone = rows.filter((row) => isWaiting(row, now) && isOutdone(row)).map(({ id }) => id)
  if (outdone.length > 0) await withdrawLicences(ctx.db, outdone, now.toString())
  await insertLicence(ctx.db, { ...licence, begins_at: beginsAt, created_at: afterAll(rows, now).toString() })
  await hint(ctx, { to: 'servers', what: 'licence' }, { to: 'consoles', topic: 'licence' })
}

/** The time is later than that of earlier licences, even if the clock was ahead then: the licence that is loaded last counts. */
const afterAll = (rows: readonly LicenceRow[], now: Temporal.Instant): Temporal.Instant =>
  rows
    .map(({ created_at }) => Temporal.Instant.from(created_at).add({ milliseconds: 1 }))
    .reduce((latest, at) => (Temporal.Instant.compare(at, latest) > 0 ? at : latest), now)

type File = { code: string; bytes: Uint8Array; acceptsWorse: boolean }

/** @throws AppError as `checkLicence` and `load`, licence.not-yet-valid where nothing is in force until then */
export async function activateWithFile(
  ctx: Ctx,
  state: LicenceState,
  publicKey: KeyObject,
  { code, bytes, acceptsWorse }: File,
): Promise<{ begins_at: string | null }> {
  const now = ctx.clock.now()
  const file = checkLicence(bytes, { code, udid: state.udid, now, publicKey })
  ctx.audit.item = file.serialNumber
  const isAhead = Temporal.Instant.compare(file.validFrom, now) > 0
  if (isAhead && !state.isActive()) throw new AppError('licence.not-yet-valid', { validFrom: file.validFrom })
  const beginsAt = isAhead ? file.validFrom : null
  const licence = {
    kind: 'file' as const,
    serial_number: file.serialNumber,
    signature: file.signature,
    udid: file.udid,
    activation_code: maskCode(code),
    edition: file.edition,
    valid_from: file.validFrom,
    valid_to: file.validTo,
    device_limit: file.limits.devices,
    person_limit: file.limits.people,
    allows_internet: file.allowsInternet ?? false,
  }
  await inTransaction(ctx, (ctx) => load(ctx, { licence, beginsAt, acceptsWorse }))
  await state.refresh()
  return { begins_at: beginsAt }
}

/** @throws AppError licence.trial-used, licence.worse */
export async function startTrial(ctx: Ctx, state: LicenceState, acceptsWorse: boolean): Promise<void> {
  const now = ctx.clock.now()
  ctx.audit.item = state.udid
  const licence = {
    kind: 'trial' as const,
    serial_number: 'TRIAL',
    signature: '',
    udid: state.udid,
    activation_code: '',
    edition: 'enterprise' as const,
    valid_from: now.toString(),
    valid_to: now.add({ hours: 24 * trialDays }).toString(),
    device_limit: trialDevices,
    person_limit: null,
    allows_internet: false,
  }
  await inTransaction(ctx, async (ctx) => {
    if (!(await takeTrial(ctx.db, now.toString()))) throw new AppError('licence.trial-used')
    await load(ctx, { licence, beginsAt: null, acceptsWorse })
  })
  await state.refresh()
}

/** @throws AppError licence.not-waiting */
export async function withdrawLicence(ctx: Ctx, state: LicenceState, id: string): Promise<void> {
  const now = ctx.clock.now()
  await inTransaction(ctx, async (ctx) => {
    await lockLicences(ctx.db)
    const row = (await listLicences(ctx.db)).find((row) => row.id === id && isWaiting(row, now))
    if (!row) throw new AppError('licence.not-waiting')
    ctx.audit.item = row.serial_number
    await withdrawLicences(ctx.db, [id], now.toString())
    await hint(ctx, { to: 'servers', what: 'licence' }, { to: 'consoles', topic: 'licence' })
  })
  await state.refresh()
}

// Only the last four characters are stored; the file contains the hash of the whole code.
const maskCode = (code: string) => `${'*'.repeat(Math.max(0, asIssued(code).length - 4))}${asIssued(code).slice(-4)}`

/** The licence in force with its used devices and people; null when there is none. */
export async function readLicence(ctx: Ctx, state: LicenceState): Promise<LicenceInfo | null> {
  const row = state.current()
  if (!row) return null
  return {
    kind: row.kind,
    serial_number: row.serial_number,
    signature: row.signature,
    udid: row.udid,
    activation_code: row.activation_code,
    edition: row.edition,
    valid_from: row.valid_from,
    valid_to: row.valid_to,
    covered_to: state.cover()?.valid_to ?? row.valid_to,
    limits: { devices: row.device_limit, people: row.person_limit },
    used: await countLicensed(ctx.db),
  }
}

/** The licences that were loaded, newest first. */
export async function readLicences(ctx: Ctx, state: LicenceState): Promise<LoadedLicence[]> {
  const now = ctx.clock.now()
  const rows = await listLicences(ctx.db)
  const current = licenceAt(rows, now)
  const stateOf = (row: LicenceRow): LoadedLicence['state'] => {
    if (row.withdrawn_at !== null) return 'withdrawn'
    if (isWaiting(row, now)) return 'waiting'
    if (row.id !== current?.id) return 'replaced'
    return state.standing() === 'expired' ? 'over' : 'in-force'
  }
  return rows.map((row) => ({
    id: row.id,
    kind: row.kind,
    serial_number: row.serial_number,
    edition: row.edition,
    valid_from: row.valid_from,
    valid_to: row.valid_to,
    limits: { devices: row.device_limit, people: row.person_limit },
    loaded_at: row.created_at,
    state: stateOf(row),
  }))
}
