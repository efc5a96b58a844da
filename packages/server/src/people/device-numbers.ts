import { randomInt } from 'node:crypto'
import { type PersonKind, personKindCodes } from '@gatehouse/engine/passage/vocabulary.ts'
import type { Ctx } from '../ctx.ts'
import { insertNumbers, selectGiven, selectNumbers, selectPeopleOfNumbers } from './device-number-store.ts'

/** Nine digits without a zero in front: every terminal that takes numbers takes these. */
const [lowest, afterHighest] = [100_000_000, 1_000_000_000]
/** Of half a million people one number in two thousand is taken: a second draw settles nearly everything. */
const maxDraws = 20

/**
 * The numbers of these people at devices that know people by number, by id. A person without one gets one, drawn at random: neither the person nor
 * when they came can be read from it. It is kept when they leave a device and come back.
 */
export async function numbersOf(
  ctx: Pick<Ctx, 'db' | 'clock'>,
  personIds: readonly string[],
): Promise<Map<string, number>> {
  const numbers = new Map<string, number>()
  let missing = [...new Set(personIds)]
  for (let draws = 0; missing.length > 0 && draws <= maxDraws; draws++) {
    for (const { person_id: id, number } of await selectNumbers(ctx.db, missing)) if (id) numbers.set(id, number)
    missing = missing.filter((id) => !numbers.has(id))
    if (missing.length === 0) break
    const now = ctx.clock.now().toString()
    const drawn = new Map(missing.map((id) => [randomInt(lowest, afterHighest), id]))
    await insertNumbers(
      ctx.db,
      Array.from(drawn, ([number, id]) => ({ number, person_id: id, given_at: now })),
    )
  }
  if (missing.length > 0) throw new Error('there are no numbers left for people at devices')
  return numbers
}

/** The numbers that these people have, without giving any. */
export async function knownNumbersOf(ctx: Pick<Ctx, 'db'>, personIds: readonly string[]): Promise<number[]> {
  return personIds.length === 0 ? [] : (await selectNumbers(ctx.db, personIds)).map(({ number }) => number)
}

/** Those of these numbers that the product gave to somebody, who may have been deleted since. */
export const givenNumbers = async (ctx: Pick<Ctx, 'db'>, numbers: readonly number[]): Promise<number[]> =>
  numbers.length === 0 ? [] : (await selectGiven(ctx.db, numbers)).map(({ number }) => number)

export type NumberedPerson = { id: string; kind: PersonKind }

/** The people of these numbers; a number whose person was deleted has none. */
export async function peopleOfNumbers(
  ctx: Pick<Ctx, 'db'>,
  numbers: readonly number[],
): Promise<Map<number, NumberedPerson>> {
  if (numbers.length === 0) return new Map()
  const rows = await selectPeopleOfNumbers(ctx.db, numbers)
  return new Map(rows.map(({ number, id, kind }) => [number, { id, kind: kindOf(kind) }]))
}

/** The names of those of these people whose kind may be read. */
export async function namesOfNumbers(
  ctx: Pick<Ctx, 'db'>,
  numbers: readonly number[],
  mayRead: (kind: 'staff' | 'visitor' | 'blacklisted') => boolean,
): Promise<{ number: number; name: string }[]> {
  if (numbers.length === 0) return []
  const rows = await selectPeopleOfNumbers(ctx.db, numbers)
  return rows.filter(({ kind }) => mayRead(kindOf(kind))).map(({ number, name }) => ({ number, name }))
}

function kindOf(code: number): 'staff' | 'visitor' | 'blacklisted' {
  if (code === personKindCodes.visitor) return 'visitor'
  return code === personKindCodes.blacklisted ? 'blacklisted' : 'staff'
}
