import type { Surroundings, SurroundingsQuestion } from '@gatehouse/contract/device/surroundings.ts'
import { AppError } from '@gatehouse/contract/errors.ts'
import { type Ctx, inTransaction } from '../../../ctx.ts'
import { takeTextLocks } from '../../../db/advisory-locks.ts'
import { readInstant } from '../../../device-link/device-time.ts'
import { forgetBeforeReset } from '../../door-rules/anti-passback-reset-reads.ts'
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
  const question = { ...asked, at }
  const [door] = await readDoorsOfDevices(ctx.db, [deviceId])
  if (!door) throw new AppError('device.credentials-wrong')
  return forgetBeforeReset(ctx, door, question, await readClaiming(ctx, door, question))
}

async function readClaiming(ctx: Ctx, door: DoorOfDevice, question: SurroundingsQuestion): Promise<Surroundings> {
  const locked = lockedBy(door, question)
  if (!question.claim || locked.length === 0) return readSurroundings(ctx.db, door, question)
  return inTransaction(ctx, async ({ db }) => {
    await takeTextLocks(db, 'passageClaim', locked)
    return readSurroundings(db, door, question)
  })
}

/** A place without a limit needs no lock: nobody is held back there. */
function lockedBy(door: DoorOfDevice, question: SurroundingsQuestion): string[] {
  const areaIds = question.max !== null && door.entersAreaId !== null ? [door.entersAreaId] : []
  return [...areaIds, ...(question.doorIds === null ? [] : [door.doorId, ...otherDoorsOf(door, question)])]
}
