import type { DeviceMake } from '@gatehouse/contract/device/capabilities.ts'
import type { announce as announceRoute, DeviceVersions } from '@gatehouse/contract/device/link.ts'
import { AppError } from '@gatehouse/contract/errors.ts'
import type { z } from 'zod'
import { type Ctx, hint, inTransaction } from '../../../ctx.ts'
import {
  decideAnnouncement,
  deleteOldAnnouncements,
  deleteSilentAnnouncement,
  findAnnounced,
  findAnnouncedSerial,
  insertAnnouncement,
  lockAnnouncement,
  lockAnnouncements,
  selectUnaccepted,
  touchAnnouncement,
} from './announcement-store.ts'
import { hashSecret, makeSecret } from '../../../device-link/credentials.ts'
import { withMutex } from '../../../lib/with-mutex.ts'
import { networkOf } from '../../../lib/network-of.ts'
import { addDevice } from './pair-device.ts'
import { openJoined } from '../../lockdown/joined-device-actions.ts'
import type { PlannedDevice } from './pairing-code.ts'

const keptHours = 24
/** Any machine on the network can announce itself; nobody would look through a longer list. */
const maxWaiting = 1_000
/** The announcements from one address, or one network of IPv6: one machine must not hide all others. */
const maxOfOne = 100
const retrySeconds = 3
/** A waiting terminal asks every three seconds: one that has not asked for this long makes room in a full list. */
const silentSeconds = 30

/**
 * A terminal asks to join. It chooses the secret, and only the hash is kept; with the secret the terminal, and nobody
 * else, learns its LDID once an administrator has accepted it.
 * @throws AppError announcement.rejected, request.too-many
 */
export async function takeAnnouncement(ctx: Ctx, { secret, versions }: z.output<typeof announceRoute.body>) {
  const secretHash = hashSecret(secret)
  const checkCode = checkCodeOf(secretHash)
  const now = ctx.clock.now()
  const answer = (ldid: string | null, name: string | null) => ({ ldid, name, checkCode, retrySeconds })
  const known = await findAnnounced(ctx.db, secretHash)
  if (known?.state === 'rejected') throw new AppError('announcement.rejected')
  if (known) {
    if (known.state === 'waiting') await touchAnnouncement(ctx.db, known.id, now.toString())
    return answer(known.ldid, known.name)
  }
  await addAnnouncement(ctx, 'gatehouse', versions, { secret_hash: secretHash, check_code: checkCode })
  return answer(null, null)
}

/**
 * A device of another make appears: it waits under its serial number, and its address is all that is noted of it beside what it says it is.
 */
export async function noteAppeared(
  ctx: Ctx,
  make: DeviceMake,
  versions: DeviceVersions,
): Promise<'waiting' | 'rejected' | 'full'> {
  const known = await findAnnouncedSerial(ctx.db, make, versions.serialNumber)
  const now = ctx.clock.now()
  const isOld = known && Temporal.Instant.compare(known.last_seen_at, now.subtract({ hours: keptHours })) < 0
  if (known?.state === 'rejected' && !isOld) return 'rejected'
  if (known?.state === 'waiting') {
    await touchAnnouncement(ctx.db, known.id, now.toString())
    return 'waiting'
  }
  try {
    await addAnnouncement(ctx, make, versions, { secret_hash: null, check_code: null })
    return 'waiting'
  } catch (error) {
    if (error instanceof AppError && error.code === 'request.too-many') return 'full'
    throw error
  }
}

/** @throws AppError request.too-many */
async function addAnnouncement(
  ctx: Ctx,
  make: DeviceMake,
  versions: DeviceVersions,
  named: { secret_hash: Buffer | null; check_code: string | null },
): Promise<void> {
  const now = ctx.clock.now()
  const row = {
    ...named,
    make,
    serial_number: versions.serialNumber,
    type: versions.type,
    versions: JSON.stringify(versions),
    address: ctx.address,
    created_at: now.toString(),
    last_seen_at: now.toString(),
  }
  // One announcement at a time in this process, so that strangers use one connection to the database; the lock allows one in all processes.
  await withMutex('announcements', () =>
    inTransaction(ctx, async (ctx) => {
      await lockAnnouncements(ctx.db)
      await deleteOldAnnouncements(ctx.db, now.subtract({ hours: keptHours }).toString())
      await makeRoom(ctx)
      await insertAnnouncement(ctx.db, row)
      await hint(ctx, { to: 'consoles', topic: 'devices' })
    }),
  )
}

/**
 * In a list that is full as a whole, the network with the most of it gives way to one with fewer: serial numbers that a few networks invent keep
 * nobody out.
 * @throws AppError request.too-many where the list is full of such that go on asking
 */
async function makeRoom(ctx: Ctx): Promise<void> {
  const all = await selectUnaccepted(ctx.db)
  const network = networkOf(ctx.address)
  const byNetwork = Map.groupBy(all, ({ address }) => networkOf(address))
  const here = byNetwork.get(network) ?? []
  const full = here.length >= maxOfOne ? here : all.length >= maxWaiting ? all : []
  const [silent] = full
  if (!silent) return
  const most = [...byNetwork.values()].reduce((a, b) => (b.length > a.length ? b : a))
  if (here.length < maxOfOne && most.length > here.length + 1 && most[0])
    return void (await deleteSilentAnnouncement(ctx.db, most[0].id, ctx.clock.now().toString()))
  const before = ctx.clock.now().subtract({ seconds: silentSeconds }).toString()
  if (!(await deleteSilentAnnouncement(ctx.db, silent.id, before)))
    throw new AppError('request.too-many', { seconds: silentSeconds })
}

/** Creates a device from a waiting terminal. @throws AppError announcement.not-found, device.serial-taken, licence.device-limit */
export async function acceptAnnounced(
  ctx: Ctx,
  limit: number | null,
  id: string,
  planned: PlannedDevice,
): Promise<string> {
  return inTransaction(ctx, async (ctx) => {
    const waiting = await lockAnnouncement(ctx.db, id)
    if (!waiting) throw new AppError('announcement.not-found')
    const { make, versions, address } = waiting
    // Of a make that brings no secret nobody knows one: with none of them a caller is this device on our own link.
    const secretHash = waiting.secret_hash ?? hashSecret(makeSecret())
    const device = await addDevice(ctx, limit, { ...planned, make, versions, secretHash, address, pairingCodeId: null })
    await decideAnnouncement(ctx.db, id, 'accepted', device.id)
    await openJoined(ctx, device.id, versions.abilities)
    // Its next call is a known device's.
    await hint(ctx, { to: 'servers', what: 'device-changed', id: device.ldid })
    return device.id
  })
}

/** Gives the serial number of the rejected terminal. @throws AppError announcement.not-found */
export async function rejectAnnounced(ctx: Ctx, id: string): Promise<string> {
  return inTransaction(ctx, async (ctx) => {
    const waiting = await lockAnnouncement(ctx.db, id)
    if (!waiting) throw new AppError('announcement.not-found')
    await decideAnnouncement(ctx.db, id, 'rejected', null)
    await hint(ctx, { to: 'consoles', topic: 'devices' })
    return waiting.serial_number
  })
}

/** Six letters without look-alikes that both sides show: the account that accepts compares them. */
const letters = 'ABCDEFGHJKLMNPQRSTUVWXYZ23456789'
const checkCodeOf = (secretHash: Buffer) =>
  [...secretHash.subarray(0, 6)].map((byte) => letters[byte % letters.length]).join('')
