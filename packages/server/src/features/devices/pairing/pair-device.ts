import type { OwnSettings } from '@gatehouse/contract/device/own-settings.ts'
import {
  deviceAbilities,
  type DeviceVersions,
  hashForm,
  type pairDevice as pairRoute,
} from '@gatehouse/contract/device/link.ts'
import { AppError } from '@gatehouse/contract/errors.ts'
import type { z } from 'zod'
import { clearFailures, findWait, recordFailure, takeAsNoted } from '../../../http/failure-count-store.ts'
import { insertOperation } from '../../../http/operation-log-store.ts'
import { type Ctx, hint, inTransaction } from '../../../ctx.ts'
import { withMutex } from '../../../lib/with-mutex.ts'
import { networkOf } from '../../../lib/network-of.ts'
import { bindDefaultGroups } from '../../../device-link/device-group-store.ts'
import { insertDevice } from '../../../device-link/device-store.ts'
import { insertRecordProgress } from '../../../device-link/progress-store.ts'
import { hashSecret, makeLdid, makeSecret } from '../../../device-link/credentials.ts'
import { createMissingDoors } from '../../sites/door-actions.ts'
import { hashPairingCode, type PlannedDevice } from './pairing-code.ts'
import { countDevicesLocked, takePairingCode } from './pairing-store.ts'
import { nextRevision, upsertGroupChanges } from '../../../device-link/outbox/people-change-store.ts'

type Input = z.output<typeof pairRoute.body>

/** Wrong codes from one address that cost nothing; each further one doubles the wait, from 5 s to a quarter of an hour. */
const freeAttempts = 5
const audit = { module: 'device', event: 'pair', side: 'device' } as const

/**
 * Creates a device for a terminal with a pairing code. The secret is returned here and never again.
 * @throws AppError device.code-wrong, device.serial-taken, licence.device-limit, request.too-many
 */
export const pairDevice = (ctx: Ctx, deviceLimit: () => number | null, input: Input, requestId: string) =>
  withMutex(subjectOf(ctx), () => checkPairingCode(ctx, deviceLimit, input, requestId))

async function checkPairingCode(ctx: Ctx, deviceLimit: () => number | null, input: Input, requestId: string) {
  const line = { ...audit, address: ctx.address, requestId }
  const wait = await findWait(ctx.db, ctx.clock, [subjectOf(ctx)])
  if (wait) {
    const note = {
      item: input.versions.serialNumber,
      event: 'turn-away',
      facts: { turnedAwayUntilAt: wait.untilAt },
      hasAuditEntry: !(await takeAsNoted(ctx.db, ctx.clock, [subjectOf(ctx)])),
    }
    await insertOperation(ctx.db, { ...line, actor: ctx.actor, note, errorCode: 'request.too-many' })
    throw new AppError('request.too-many', { seconds: wait.seconds })
  }
  try {
    return await inTransaction(ctx, async (ctx) => {
      const paired = await join(ctx, deviceLimit(), input)
      const actor = { kind: 'device' as const, id: paired.id, name: paired.name }
      await insertOperation(ctx.db, {
        ...line,
        actor,
        note: { item: paired.name, facts: { serialNumber: input.versions.serialNumber } },
      })
      await clearFailures(ctx.db, subjectOf(ctx))
      return { ldid: paired.ldid, secret: paired.secret, name: paired.name }
    })
  } catch (error) {
    const errorCode = error instanceof AppError ? error.code : 'server.failed'
    if (errorCode === 'device.code-wrong') await recordFailure(ctx.db, ctx.clock, subjectOf(ctx), freeAttempts)
    await insertOperation(ctx.db, { ...line, actor: ctx.actor, note: { item: input.versions.serialNumber }, errorCode })
    throw error
  }
}

async function join(ctx: Ctx, limit: number | null, { code, versions }: Input) {
  const found = await takePairingCode(ctx.db, hashPairingCode(ctx, code), ctx.clock.now().toString())
  if (!found) throw new AppError('device.code-wrong')
  const { id: pairingCodeId, ...planned } = found
  const secret = makeSecret()
  const device = await addDevice(ctx, limit, {
    ...planned,
    versions,
    secretHash: hashSecret(secret),
    address: ctx.address,
    pairingCodeId,
  })
  return { ...device, secret, name: planned.name }
}

type NewDevice = PlannedDevice & {
  make?: string
  versions: DeviceVersions
  secretHash: Buffer
  address: string
  pairingCodeId: string | null
}

/**
 * A device with the default groups, in the caller's transaction.
 * @throws AppError device.serial-taken, licence.device-limit
 */
export async function addDevice(ctx: Ctx, limit: number | null, { versions, ...planned }: NewDevice) {
  if (limit !== null && (await countDevicesLocked(ctx.db)) >= limit)
    throw new AppError('licence.device-limit', { limit })
  const ldid = makeLdid(versions.type)
  const { name, location, direction, checksLiveness, language } = planned
  // Values of its own from the start: the form that adds a device asks for the one, and the other is the language it was read in.
  const settings: Partial<OwnSettings> = { livenessCheck: checksLiveness, language }
  const id = await insertDevice(ctx.db, {
    settings: JSON.stringify(settings),
    name,
    location,
    direction,
    ldid,
    ...(planned.make === undefined ? {} : { make: planned.make }),
    secret_hash: planned.secretHash,
    ip: planned.address,
    type: versions.type,
    serial_number: versions.serialNumber,
    ...versionColumns(versions),
    pairing_code_id: planned.pairingCodeId,
    ...(versions.hashes === hashForm && { knows_slow_hashes: true }),
    created_at: ctx.clock.now().toString(),
    updated_at: ctx.clock.now().toString(),
  })
  await insertRecordProgress(ctx.db, id)
  await createMissingDoors(ctx)
  const groupIds = await bindDefaultGroups(ctx.db, id)
  await upsertGroupChanges(ctx.db, id, groupIds, await nextRevision(ctx.db))
  await hint(ctx, { to: 'consoles', topic: 'devices', id })
  return { id, ldid }
}

/** Those that this server knows. */
export const abilitiesOf = ({ abilities }: Pick<DeviceVersions, 'abilities'>): string[] =>
  deviceAbilities.filter((ability) => abilities.includes(ability))

/** The columns that a device reports about itself; an absent value is unknown. */
export const versionColumns = (versions: DeviceVersions) => ({
  model: versions.model || null,
  manufacturer: versions.manufacturer || null,
  hardware_version: versions.hardwareVersion || null,
  firmware_version: versions.firmwareVersion || null,
  app_version: versions.appVersion || null,
  face_model_id: versions.faceModelId || null,
  person_capacity: versions.personCapacity,
  package_name: versions.packageName || null,
  app_version_code: versions.appVersionCode,
  abilities: abilitiesOf(versions),
})

const subjectOf = (ctx: Ctx) => `pairing|${networkOf(ctx.address)}`
