import type { KeyObject } from 'node:crypto'
import { AppError } from '@gatehouse/contract/errors.ts'
import type { LicenceInfo } from '@gatehouse/contract/features/licence.ts'
import { type Ctx, hint, inTransaction, type Services } from '../../lib/ctx.ts'
import { udidOf } from '../../lib/udid.ts'
import { checkLicence } from './licence-file.ts'
import {
  countLicensed,
  findNewestLicence,
  getInstallation,
  insertLicence,
  type LicenceRow,
  takeTrial,
} from './licence-store.ts'

export const trialDays = 30
export const trialDevices = 5

/**
 * The licence in force, kept in memory: every call asks whether it stands, and polling it must cost nothing.
 * `refresh` reads it anew (at start, and when another process changed it).
 */
export type LicenceState = {
  readonly udid: string
  isActive(): boolean
  current(): LicenceRow | undefined
  refresh(): Promise<void>
}

export async function openLicenceState({ db, clock }: Pick<Services, 'db' | 'clock'>): Promise<LicenceState> {
  const { install_id } = await getInstallation(db)
  let row: LicenceRow | undefined
  const state: LicenceState = {
    udid: udidOf(install_id),
    current: () => row,
    isActive: () => row !== undefined && standing(row, clock.now()) === 'active',
    async refresh() {
      row = await findNewestLicence(db)
    },
  }
  await state.refresh()
  return state
}

function standing(row: LicenceRow, now: Temporal.Instant): 'active' | 'expired' | 'not-yet-valid' {
  if (Temporal.Instant.compare(now, row.valid_from) < 0) return 'not-yet-valid'
  return Temporal.Instant.compare(now, row.valid_to) >= 0 ? 'expired' : 'active'
}

export async function readAuthorizeStatus(ctx: Ctx, state: LicenceState) {
  const row = state.current()
  const now = row ? standing(row, ctx.clock.now()) : ('none' as const)
  if (now === 'active') return { authorize_status: 1 as const, udid: state.udid, trial_available: false, reason: null }
  const { trial_started_at } = await getInstallation(ctx.db)
  return { authorize_status: 0 as const, udid: state.udid, trial_available: trial_started_at === null, reason: now }
}

/** @throws AppError as `checkLicence` */
export async function activateWithFile(
  ctx: Ctx,
  state: LicenceState,
  publicKey: KeyObject,
  { code, bytes }: { code: string; bytes: Uint8Array },
): Promise<void> {
  const file = checkLicence(bytes, { code, udid: state.udid, now: ctx.clock.now(), publicKey })
  ctx.audit.item = file.serialNumber
  await inTransaction(ctx, async (ctx) => {
    await insertLicence(ctx.db, {
      kind: 'file',
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
    })
    await hint(ctx, { to: 'servers', what: 'licence' }, { to: 'consoles', topic: 'licence' })
  })
  await state.refresh()
}

/** @throws AppError licence.trial-used */
export async function startTrial(ctx: Ctx, state: LicenceState): Promise<void> {
  const now = ctx.clock.now()
  ctx.audit.item = state.udid
  await inTransaction(ctx, async (ctx) => {
    if (!(await takeTrial(ctx.db, now.toString()))) throw new AppError('licence.trial-used')
    await insertLicence(ctx.db, {
      kind: 'trial',
      serial_number: 'TRIAL',
      signature: '',
      udid: state.udid,
      activation_code: '',
      edition: 'enterprise',
      valid_from: now.toString(),
      valid_to: now.add({ hours: 24 * trialDays }).toString(),
      device_limit: trialDevices,
      person_limit: null,
    })
    await hint(ctx, { to: 'servers', what: 'licence' }, { to: 'consoles', topic: 'licence' })
  })
  await state.refresh()
}

// Only the last four characters are kept; the file carries the hash of the whole.
const maskCode = (code: string) => `${'*'.repeat(Math.max(0, code.trim().length - 4))}${code.trim().slice(-4)}`

/** The licence in force with what is taken of it; null when there is none. */
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
    limits: { devices: row.device_limit, people: row.person_limit },
    used: await countLicensed(ctx.db),
  }
}
