import type { Db } from '../../db/open-database.ts'
import { hasNobody } from './protocol/read-answers.ts'

/** The question who is on it, as the terminal answered it last. */
export const findAsked = (db: Db, deviceId: string) =>
  db
    .selectFrom('zkteco_command')
    .select(['state', 'code', 'finished_at'])
    .where('device_id', '=', deviceId)
    .where('what', '=', 'ask-people')
    .orderBy('number', 'desc')
    .limit(1)
    .executeTakeFirst()

/**
 * The terminal has said since then that it has nobody of a number that it was sent. Of a person whom it did not take this tells nothing: it
 * may be full, and would be asked for ever.
 */
export const hasLost = async (db: Db, deviceId: string, since: string): Promise<boolean> => {
  const row = await db
    .selectFrom('zkteco_command as c')
    .select('c.number')
    .where('c.device_id', '=', deviceId)
    .where('c.state', '=', 'failed')
    .where('c.code', '=', hasNobody)
    .where('c.person_id', 'is not', null)
    .where('c.finished_at', '>', since)
    .where(({ not, exists, selectFrom }) =>
      not(
        exists(
          selectFrom('zkteco_command as p')
            .select('p.number')
            .whereRef('p.device_id', '=', 'c.device_id')
            .whereRef('p.person_id', '=', 'c.person_id')
            .where('p.what', '=', 'person')
            .where('p.state', 'in', ['failed', 'unknown', 'sent']),
        ),
      ),
    )
    .limit(1)
    .executeTakeFirst()
  return row !== undefined
}

/** How many people a device was sent. */
export async function countAll(db: Db, deviceId: string): Promise<number> {
  const { all } = await db
    .selectFrom('zkteco_member')
    .select((select) => select.fn.countAll<number>().as('all'))
    .where('device_id', '=', deviceId)
    .executeTakeFirstOrThrow()
  return Number(all)
}

/** The members of a device, and how many of them it told of in this comparison. */
export async function countMembers(db: Db, deviceId: string, checkNumber: number) {
  const members = await db
    .selectFrom('zkteco_member')
    .select((select) => [
      select.fn.countAll<number>().as('all'),
      select.fn.countAll<number>().filterWhere('told_in_check', '=', checkNumber).as('told'),
      select.fn
        .countAll<number>()
        .filterWhere((where) =>
          where.and([where('told_in_check', '=', checkNumber), where('is_told_same', '=', false)]),
        )
        .as('different'),
    ])
    .where('device_id', '=', deviceId)
    .executeTakeFirstOrThrow()
  const { surplus } = await db
    .selectFrom('zkteco_surplus')
    .select((select) => select.fn.countAll<number>().as('surplus'))
    .where('device_id', '=', deviceId)
    .where('check_number', '=', checkNumber)
    .executeTakeFirstOrThrow()
  return { ...members, surplus }
}

export async function markTold(
  db: Db,
  deviceId: string,
  checkNumber: number,
  numbers: readonly number[],
  isSame: boolean,
): Promise<void> {
  if (numbers.length === 0) return
  await db
    .updateTable('zkteco_member')
    .set({ told_in_check: checkNumber, is_told_same: isSame })
    .where('device_id', '=', deviceId)
    .where('number', 'in', [...numbers])
    .execute()
}

/** Most numbers of a device that are kept of one comparison. */
const maxSurplus = 20_000
const maxAtOnce = 1_000

export async function insertSurplus(
  db: Db,
  deviceId: string,
  checkNumber: number,
  pins: readonly string[],
): Promise<void> {
  await db
    .deleteFrom('zkteco_surplus')
    .where('device_id', '=', deviceId)
    .where('check_number', '<', checkNumber)
    .execute()
  if (pins.length === 0 || (await countMembers(db, deviceId, checkNumber)).surplus > maxSurplus) return
  // A statement has a bounded number of parameters, and a body of a terminal more rows than that.
  for (let from = 0; from < pins.length; from += maxAtOnce)
    await db
      .insertInto('zkteco_surplus')
      .values(
        pins.slice(from, from + maxAtOnce).map((pin) => ({ device_id: deviceId, pin, check_number: checkNumber })),
      )
      .onConflict((conflict) =>
        conflict
          .columns(['device_id', 'pin'])
          .doUpdateSet((set) => ({ check_number: set.ref('excluded.check_number') })),
      )
      .execute()
}

export const selectSurplus = async (db: Db, deviceId: string, checkNumber: number): Promise<string[]> => {
  const rows = await db
    .selectFrom('zkteco_surplus')
    .select('pin')
    .where('device_id', '=', deviceId)
    .where('check_number', '=', checkNumber)
    .execute()
  return rows.map(({ pin }) => pin)
}

/** Members whose last commands were never answered count as not told of: they are sent again. */
export const markUnanswered = (db: Db, deviceId: string) =>
  db
    .updateTable('zkteco_member as m')
    .set({ told_in_check: null })
    .where('m.device_id', '=', deviceId)
    .where(({ exists, selectFrom }) =>
      exists(
        selectFrom('zkteco_command as c')
          .select('c.number')
          .whereRef('c.device_id', '=', 'm.device_id')
          .whereRef('c.person_number', '=', 'm.number')
          .where('c.state', '=', 'unknown'),
      ),
    )
    .execute()

/** The mark of somebody who came while a comparison ran: the device had not told of them, and does not lack them. */
export const cameDuring = (checkNumber: number): number => -checkNumber
const marksOf = (checkNumber: number) => [checkNumber, cameDuring(checkNumber)]

/** Whether somebody is not missing by this comparison. */
export const isAccountedFor = (checkNumber: number, { told_in_check: told }: { told_in_check: number | null }) =>
  told !== null && marksOf(checkNumber).includes(told)

/** Members of whom a device told nothing: their faces are not there either. Gives the people. */
export async function forgetMissing(db: Db, deviceId: string, checkNumber: number): Promise<string[]> {
  const rows = await db
    .updateTable('zkteco_member')
    .set({ portrait_id: null })
    .where('device_id', '=', deviceId)
    .where((or) => or.or([or('told_in_check', 'is', null), or('told_in_check', 'not in', marksOf(checkNumber))]))
    .returning('person_id')
    .execute()
  return rows.map(({ person_id }) => person_id)
}
