import type { Surroundings, SurroundingsQuestion } from '@gatehouse/contract/device/surroundings.ts'
import { AppError } from '@gatehouse/contract/errors.ts'
import { type Ctx, inTransaction } from '../../../ctx.ts'
import { takeTextLocks } from '../../../db/advisory-locks.ts'
import { byServerClock, readInstant } from '../../../device-link/device-time.ts'
import { forgetBeforeReset } from '../../door-rules/anti-passback-reset-reads.ts'
import { readCountedArea, readLimitOfWay } from '../../door-rules/area-rule-reads.ts'
import { readInterlockOfDoor } from '../../door-rules/interlock-reads.ts'
import { type DoorOfDevice, readDoorsOfDevices } from '../../inside/door-reads.ts'
import { otherDoorsOf, readSurroundings } from '../surroundings-store.ts'

/**
 * The state of areas and other doors that the rules of this device's door depend on. Questions that claim the same place, or doors of
 * one interlock, are answered one after another, whatever process they came to.
 * @throws AppError request.invalid, device.credentials-wrong when the device was unbound meanwhile
 */
export async function askSurroundings(ctx: Ctx, deviceId: string, asked: SurroundingsQuestion): Promise<Surroundings> {
  const at = readInstant(asked.at)
  if (at === undefined) throw new AppError('request.invalid', { fields: 'at' })
  const [door] = await readDoorsOfDevices(ctx.db, [deviceId])
  if (!door) throw new AppError('device.credentials-wrong')
  const question = { ...asked, at: askedAt(ctx, at, door.clockOffsetMs) }
  return forgetBeforeReset(ctx, door, question, await readClaiming(ctx, door, question))
}

/** A question that is older has waited nowhere: the clock of its terminal is wrong, whatever was measured. */
const oldestMs = 300_000

/** The moment of a question by the server's clock, on which its record will stand as well. */
function askedAt({ clock }: Ctx, said: string, clockOffsetMs: number | null): string {
  const now = clock.now()
  const at = byServerClock(said, now.toString(), clockOffsetMs)
  return Temporal.Instant.compare(at, now.subtract({ milliseconds: oldestMs })) < 0 ? now.toString() : at
}

async function readClaiming(ctx: Ctx, door: DoorOfDevice, asked: SurroundingsQuestion): Promise<Surroundings> {
  if (!asked.claim) return readSurroundings(ctx.db, door, asked, await readCountedArea(ctx.db, door))
  const { areaId, max } = await readLimitOfWay(ctx.db, door, asked.personId)
  const question = { ...asked, max }
  const locked = await readLocked(ctx, door, question, areaId)
  if (locked.length === 0) return readSurroundings(ctx.db, door, question, areaId)
  return inTransaction(ctx, async ({ db }) => {
    await takeTextLocks(db, 'passageClaim', locked)
    return readSurroundings(db, door, question, areaId)
  })
}

/**
 * The places and doors that the claim depends on, by the server's own rules: a terminal holds up no door of others by naming it. A place
 * without a limit needs no lock: nobody is held back there.
 */
async function readLocked(
  ctx: Ctx,
  door: DoorOfDevice,
  question: SurroundingsQuestion,
  areaId: string | null,
): Promise<string[]> {
  const areaIds = question.max !== null && areaId !== null ? [areaId] : []
  if (question.doorIds === null) return areaIds
  const interlock = await readInterlockOfDoor(ctx.db, door.doorId)
  const others = otherDoorsOf(door, question).filter((id) => interlock?.doorIds.includes(id))
  return [...areaIds, ...(interlock ? [door.doorId, ...others] : [])]
}
