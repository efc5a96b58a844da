import type { Surroundings, SurroundingsQuestion } from '@gatehouse/contract/device/surroundings.ts'
import type { Ctx } from '../../ctx.ts'
import { readCountedArea } from '../door-rules/area-rule-reads.ts'
import type { DoorOfDevice } from '../inside/door-reads.ts'
import { readSurroundings } from './surroundings-store.ts'

/** The answer that the device would get, without a claim of the place. */
export const lookAround = async (
  { db }: Ctx,
  door: DoorOfDevice,
  question: Omit<SurroundingsQuestion, 'claim'>,
): Promise<Surroundings> => readSurroundings(db, door, { ...question, claim: false }, await readCountedArea(db, door))
