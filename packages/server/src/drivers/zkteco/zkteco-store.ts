import { randomInt } from 'node:crypto'
import { type Insertable, sql, type Updateable } from 'kysely'
import type { Db } from '../../db/open-database.ts'
import { prepared } from '../../db/prepared.ts'
import type { Database } from '../../db/tables.ts'
import { deleteOldKeptOff } from '../../device-link/outbox/kept-off-store.ts'
import { hasNobody } from './protocol/read-answers.ts'

export type ZkDevice = NonNullable<Awaited<ReturnType<typeof findZkDevice>>>

const selectZkDevice = (db: Db, deviceId: string) =>
  db
    .selectFrom('zkteco_device as z')
    .innerJoin('device as d', 'd.id', 'z.device_id')
    .selectAll('z')
    .select(['d.type', 'd.model', 'd.firmware_version', 'd.ip', 'd.ip_changed_at'])
    .where('device_id', '=', deviceId)

export const findZkDevice = (db: Db, deviceId: string) =>
  selectZkDevice(db, deviceId).modifyFront(prepared).executeTakeFirst()

/** The same with what of its work there is any: most terminals have none, and each statement about that is spared. */
export const findWithWork = (db: Db, deviceId: string, now: string) =>
  selectZkDevice(db, deviceId)
    .select((of) => [
      of
        .exists(
          of
            .selectFrom('zkteco_command as c')
            .select('c.number')
            .whereRef('c.device_id', '=', 'z.device_id')
            .where('c.state', 'in', ['waiting', 'sent']),
        )
        .$castTo<boolean>()
        .as('has_open'),
      of
        .exists(
          of
            .selectFrom('zkteco_command as c')
            .select('c.number')
            .whereRef('c.device_id', '=', 'z.device_id')
            .where('c.takes_away', '=', true)
            .where('c.state', 'in', ['waiting', 'sent', 'failed', 'unknown', 'expired']),
        )
        .$castTo<boolean>()
        .as('has_untaken'),
      of
        .exists(
          of
            .selectFrom('zkteco_member as m')
            .select('m.number')
            .whereRef('m.device_id', '=', 'z.device_id')
            .where('m.ends_at', '<=', now),
        )
        .or(
          of.exists(
            of
              .selectFrom('device_person_kept_off as k')
              .select('k.number')
              .whereRef('k.device_id', '=', 'z.device_id')
              .where('k.until_at', '<=', now),
          ),
        )
        .$castTo<boolean>()
        .as('has_due_people'),
      of
        .exists(
          of
            .selectFrom('upgrade_device as u')
            .select('u.package_id')
            .whereRef('u.device_id', '=', 'z.device_id')
            .where('u.is_begun', '=', true)
            .where('u.state', '=', 'offered'),
        )
        .$castTo<boolean>()
        .as('has_firmware'),
      of
        .exists(
          of
            .selectFrom('device_command as d')
            .innerJoin('zkteco_command as c', 'c.command_id', 'd.id')
            .select('c.number')
            .whereRef('d.device_id', '=', 'z.device_id')
            .where('d.state', '=', 'waiting')
            .where('c.state', 'in', ['done', 'unknown']),
        )
        .$castTo<boolean>()
        .as('has_untold'),
    ])
    .executeTakeFirst()

/**
 * The commands of people at the console that have ended here and not there: a server died before it told so. Of one whose time there is over it
 * is told all the same that the terminal carried it out, or that nobody knows.
 */
export const selectUntold = (db: Db, deviceId: string) =>
  db
    .selectFrom('device_command as d')
    .innerJoin('zkteco_command as c', 'c.command_id', 'd.id')
    .select(['c.number', 'c.what', 'c.command_id', 'c.port', 'c.state', 'c.code', 'c.finished_at'])
    .where('d.device_id', '=', deviceId)
    .where('d.state', '=', 'waiting')
    .where('c.state', 'in', ['done', 'unknown'])
    .execute()

/** Commands are numbered from anywhere below this on: nobody who knows the serial number knows what to answer to. */
const firstBelow = 1_000_000_000

/** The first call after it was accepted. */
export const insertZkDevice = (db: Db, deviceId: string) =>
  db
    .insertInto('zkteco_device')
    .columns(['device_id', 'last_number'])
    .expression((select) =>
      select
        .selectFrom('device')
        .select((row) => ['id', row.val(randomInt(firstBelow)).as('last_number')])
        .where('id', '=', deviceId),
    )
    .onConflict((conflict) => conflict.doNothing())
    .execute()

export async function updateZkDevice(
  db: Db,
  deviceId: string,
  change: Updateable<Database['zkteco_device']>,
): Promise<void> {
  // Facts of a terminal may hold nothing that is kept.
  if (Object.keys(change).length === 0) return
  await db.updateTable('zkteco_device').set(change).where('device_id', '=', deviceId).execute()
}

type NewCommand = Omit<Insertable<Database['zkteco_command']>, 'device_id' | 'number'>

/** Appends commands to a device's queue, numbered on; gives the number of the first. */
export async function insertCommands(
  db: Db,
  deviceId: string,
  commands: readonly NewCommand[],
): Promise<number | undefined> {
  if (commands.length === 0) return undefined
  const row = await db
    .updateTable('zkteco_device')
    .set({ last_number: sql`last_number + ${commands.length}` })
    .where('device_id', '=', deviceId)
    .returning('last_number')
    .executeTakeFirst()
  if (!row) return undefined
  const first = row.last_number - commands.length + 1
  await db
    .insertInto('zkteco_command')
    .values(commands.map((command, at) => ({ ...command, device_id: deviceId, number: first + at })))
    .onConflict((conflict) => conflict.column('command_id').doNothing())
    .execute()
  return first
}

/** Only of a command that was refused for now is a code known before it has ended. */
const isAside = sql<boolean>`(state = 'sent' and code is not null)`

/**
 * A command about somebody of whom one was refused for now waits for it: rights that were not taken away must not be given before. Faces hold
 * up nobody.
 */
const isBehind = sql<boolean>`exists (select from zkteco_command a
  where a.device_id = zkteco_command.device_id and a.person_number = zkteco_command.person_number and a.number < zkteco_command.number
    and a.state = 'sent' and a.code is not null and a.what not in ('photo', 'face-removal') and zkteco_command.what <> 'face-removal')`

const selectSome = (db: Db, deviceId: string) =>
  db
    .selectFrom('zkteco_command')
    .select(['number', 'lane', 'what', 'state', 'sent_count', 'sent_at', 'expires_at', 'text_sealed', 'portrait_id'])
    .select(['command_id', 'person_number', 'person_id', 'gives_pin', 'code', 'is_again', isAside.as('is_aside')])
    .where('device_id', '=', deviceId)
    .where('state', 'in', ['waiting', 'sent'])
    .where(({ not }) => not(isBehind))
    .orderBy('lane')
    .limit(200)

/** The open commands of a device in the order of the queue, but those that were refused for now, and what waits for them. */
export const selectOpen = (db: Db, deviceId: string) =>
  selectSome(db, deviceId)
    .where(({ not }) => not(isAside))
    .orderBy('number')
    .execute()
export type OpenRow = Awaited<ReturnType<typeof selectOpen>>[number]

/** Those that were refused for now, of each lane the one first that has waited longest: however many there are, they hide no other work. */
export const selectAside = (db: Db, deviceId: string) =>
  selectSome(db, deviceId).where(isAside).orderBy('sent_at').orderBy('number').execute()

/** Of zones that a terminal may not have yet, and of its settings, how far the commands are; of those that it was asked or told long ago nothing. */
export const selectFollowed = (db: Db, deviceId: string) =>
  db
    .selectFrom('zkteco_command')
    .select((of) => [
      'what',
      isAside.as('is_aside'),
      of('state', 'in', ['waiting', 'sent']).$castTo<boolean>().as('is_open'),
    ])
    .distinct()
    .where('device_id', '=', deviceId)
    .where((of) =>
      of.or([
        of.and([of('what', 'in', ['settings', 'options']), of('state', 'in', ['waiting', 'sent'])]),
        of.and([of('what', '=', 'zone'), of('state', 'in', ['waiting', 'sent', 'failed', 'unknown'])]),
      ]),
    )
    .execute()

/** The commands of the queue that stand for these of people at the console. */
export const selectQueued = (db: Db, deviceId: string, commandIds: readonly string[]) =>
  db
    .selectFrom('zkteco_command')
    .select(['number', 'what', 'command_id', 'port', 'state', 'code', 'finished_at'])
    .where('device_id', '=', deviceId)
    .where('command_id', 'in', [...commandIds])
    .execute()

/** Marks a command as sent, before its bytes leave; false when another process has done so. */
export async function markSent(
  db: Db,
  deviceId: string,
  number: number,
  sentCount: number,
  now: string,
): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable('zkteco_command')
    .set({ state: 'sent', sent_at: now, sent_count: sentCount + 1 })
    .where('device_id', '=', deviceId)
    .where('number', '=', number)
    .where('sent_count', '=', sentCount)
    .where('state', 'in', ['waiting', 'sent'])
    .executeTakeFirst()
  return numUpdatedRows > 0n
}

/** Whether the terminal answered another command of the answer that this one was last sent in. */
export async function hasDropped(
  db: Db,
  deviceId: string,
  { number, sent_at }: { number: number; sent_at: string | null },
): Promise<boolean> {
  if (sent_at === null) return false
  const answered = await db
    .selectFrom('zkteco_command')
    .select('number')
    .where('device_id', '=', deviceId)
    .where('sent_at', '=', sent_at)
    .where('number', '!=', number)
    .where('state', 'in', ['done', 'failed'])
    .limit(1)
    .executeTakeFirst()
  return answered !== undefined
}

export const countDropped = (db: Db, deviceId: string) =>
  db
    .updateTable('zkteco_device')
    .set({ dropped_batches: sql`dropped_batches + 1` })
    .where('device_id', '=', deviceId)
    .execute()

type Outcome = 'done' | 'failed' | 'expired' | 'unknown'

/** The numbers among these whose answers are awaited: a caller that invents answers by the ten thousand costs one statement. */
export async function selectAwaited(db: Db, deviceId: string, numbers: readonly number[]): Promise<Set<number>> {
  const rows = await db
    .selectFrom('zkteco_command')
    .select('number')
    .where('device_id', '=', deviceId)
    .where('state', '=', 'sent')
    .where('number', '=', sql<number>`any(${[...new Set(numbers)]}::bigint[])`)
    .execute()
  return new Set(rows.map(({ number }) => number))
}

/** A command whose answer is awaited. */
export const findSent = (db: Db, deviceId: string, number: number) =>
  db
    .selectFrom('zkteco_command')
    .select(['lane', 'what', 'code', 'takes_away', 'portrait_id'])
    .where('device_id', '=', deviceId)
    .where('number', '=', number)
    .where('state', '=', 'sent')
    .executeTakeFirst()

/** A face that the terminal took, and cannot use after all. `old`: another followed it, which that does not concern. */
export async function failPhoto(
  db: Db,
  deviceId: string,
  { number, code, now }: { number: number; code: number; now: string },
): Promise<'failed' | 'old' | 'unknown'> {
  const row = await db
    .selectFrom('zkteco_command as c')
    .select(({ exists, selectFrom }) => [
      'c.state',
      exists(
        selectFrom('zkteco_command as l')
          .select('l.number')
          .whereRef('l.device_id', '=', 'c.device_id')
          .whereRef('l.person_number', '=', 'c.person_number')
          .whereRef('l.number', '>', 'c.number')
          .where('l.what', '=', 'photo'),
      ).as('is_old'),
    ])
    .where('c.device_id', '=', deviceId)
    .where('c.number', '=', number)
    .where('c.what', '=', 'photo')
    .executeTakeFirst()
  if (row?.is_old || row?.state === 'replaced') return 'old'
  const { numUpdatedRows } = await db
    .updateTable('zkteco_command')
    .set({ state: 'failed', code, finished_at: now, text_sealed: null })
    .where('device_id', '=', deviceId)
    .where('number', '=', number)
    .where('what', '=', 'photo')
    .where('state', 'in', ['sent', 'done'])
    .executeTakeFirst()
  return numUpdatedRows > 0n ? 'failed' : 'unknown'
}

/** The terminal refused a command for now: it is sent again after its time. */
export const setAside = (db: Db, deviceId: string, number: number, code: number) =>
  db
    .updateTable('zkteco_command')
    .set({ code })
    .where('device_id', '=', deviceId)
    .where('number', '=', number)
    .where('state', '=', 'sent')
    .execute()

/** Ends an open command, and forgets its text; undefined when it was not open. */
export const finishZkCommand = (
  db: Db,
  deviceId: string,
  number: number,
  state: Outcome,
  code: number | null,
  now: string,
) =>
  db
    .updateTable('zkteco_command')
    .set({ state, code, finished_at: now, text_sealed: null })
    .where('device_id', '=', deviceId)
    .where('number', '=', number)
    .where('state', 'in', ['waiting', 'sent'])
    .returning(['what', 'command_id', 'person_id', 'person_number', 'port', 'clears_pin', 'finished_at', 'tries'])
    .executeTakeFirst()

/**
 * The commands of these people that are open or failed are of no use after new ones; those of a face are, as long as no other follows:
 * the face is not sent again, and a failure of it stays known. Gives those of whom something was not taken away yet, of whom a face may be
 * there besides, and who never were there: there was no room for them.
 */
export async function replaceCommandsOf(
  db: Db,
  deviceId: string,
  { numbers, facesOf }: { numbers: readonly number[]; facesOf: readonly number[] },
  now: string,
): Promise<{ untaken: ReadonlySet<number>; facesOf: ReadonlySet<number>; absent: ReadonlySet<number> }> {
  if (numbers.length === 0) return { untaken: new Set(), facesOf: new Set(), absent: new Set() }
  const rows = await db
    .updateTable('zkteco_command')
    .set({ state: 'replaced', finished_at: now, text_sealed: null })
    .where('device_id', '=', deviceId)
    .where('person_number', 'in', [...numbers])
    .where('state', 'not in', ['done', 'replaced'])
    .where((or) => or.or([or('what', 'not in', ['photo', 'face-removal']), or('person_number', 'in', [0, ...facesOf])]))
    .returning(['person_number', 'takes_away', 'what', 'code'])
    .execute()
  const those = (is: (row: (typeof rows)[number]) => boolean) =>
    new Set(rows.flatMap((row) => (row.person_number !== null && is(row) ? [row.person_number] : [])))
  return {
    untaken: those(({ takes_away }) => takes_away),
    facesOf: those(({ takes_away, what }) => takes_away && ['photo', 'face-removal', 'removal'].includes(what)),
    absent: those(({ takes_away, what, code }) => !takes_away && what === 'person' && noRoom.has(code ?? 0)),
  }
}

/** Codes of a terminal that is full. */
const noRoom: ReadonlySet<number> = new Set([-18, -1001])

/** Nothing that was sent counts: commands were of another dialect. */
export async function startOver(db: Db, deviceId: string, now: string): Promise<void> {
  await db
    .updateTable('zkteco_command')
    .set({ state: 'replaced', finished_at: now, text_sealed: null })
    .where('device_id', '=', deviceId)
    // A command of somebody at the console has an outcome that is told: it is written in the old dialect, and refused.
    .where('command_id', 'is', null)
    .where('state', 'not in', ['done', 'replaced'])
    .execute()
  await db.deleteFrom('zkteco_member').where('device_id', '=', deviceId).execute()
  await deleteOldKeptOff(db, deviceId)
  await updateZkDevice(db, deviceId, {
    people_cursor: null,
    next_cursor: null,
    rights_tag: null,
    zone_numbers: '{}',
    holiday_numbers: '{}',
    schema_tag: null,
    settings_revision: null,
    check_runs: false,
    check_repairs: false,
    repair_cursor: null,
    charset: 'utf-8',
  })
}

/** Codes of a terminal that does not have what faces are kept in. */
const hasNoFaces = [-100, -629, -708, -1002, -1004]

const ended = ['failed', 'unknown', 'expired'] as const

/** The commands that took nothing from somebody who is there. */
const selectTakings = (db: Db, deviceId: string) =>
  db
    .selectFrom('zkteco_command')
    .where('device_id', '=', deviceId)
    .where('takes_away', '=', true)
    .where('portrait_id', 'is', null)
    .where('person_number', 'is not', null)
    .where((or) => or.or([or('code', 'is', null), or('code', '!=', hasNobody)]))
    .where((or) => or.or([or('code', 'is', null), or('code', 'not in', hasNoFaces), or('what', '!=', 'face-removal')]))

/** The numbers of those of whom something was not taken, also while it is tried again, with the time since when. */
export const selectLeftPeople = (db: Db, deviceId: string) =>
  selectTakings(db, deviceId)
    .select((command) => ['person_number', command.fn.min('created_at').as('since')])
    .where((or) =>
      or.or([or('state', 'in', ended), or.and([or('state', 'in', ['waiting', 'sent']), or('is_again', '=', true)])]),
    )
    .groupBy('person_number')
    .orderBy('person_number')
    .execute()

/** Those of these people who should have gone and may be there: nobody has heard that they were removed. */
export async function selectUntakenOf(
  db: Db,
  deviceId: string,
  numbers: readonly number[],
): Promise<ReadonlySet<number>> {
  if (numbers.length === 0) return new Set()
  const rows = await selectTakings(db, deviceId)
    .select('person_number')
    .where('person_number', 'in', [...numbers])
    .where('what', '=', 'removal')
    .where('state', 'in', ['waiting', 'sent', ...ended])
    .execute()
  return new Set(rows.flatMap(({ person_number }) => person_number ?? []))
}

/** It is tried again ever more rarely: after ten minutes twice, and after six hours at last. */
const againAt = sql<string>`finished_at + least(600 * 2 ^ greatest(least(tries, 7) - 1, 0), 21600) * interval '1 second'`

/** Whether something is being taken again from somebody. */
export async function isTakingAgain(db: Db, deviceId: string): Promise<boolean> {
  const row = await db
    .selectFrom('zkteco_command')
    .select('number')
    .where('device_id', '=', deviceId)
    .where('takes_away', '=', true)
    .where('is_again', '=', true)
    .where('person_number', 'is not', null)
    .where('state', 'in', ['waiting', 'sent'])
    .limit(1)
    .executeTakeFirst()
  return row !== undefined
}

/** The commands that are to be given again now, the one that has waited longest first. */
export const selectDue = (db: Db, deviceId: string, now: string) =>
  selectTakings(db, deviceId)
    .select(['what', 'person_number', 'created_at', 'tries'])
    .where('state', 'in', ended)
    .where(againAt, '<=', now)
    .orderBy('finished_at')
    .limit(200)
    .execute()

/** Faces that were not taken in the place of others, which are there still. */
export const selectUntakenFaces = (db: Db, deviceId: string) =>
  db
    .selectFrom('zkteco_command')
    .select(['number', 'person_number', 'person_id'])
    .where('device_id', '=', deviceId)
    .where('takes_away', '=', true)
    .where('portrait_id', 'is not', null)
    .where('state', 'in', ended)
    .orderBy('finished_at')
    .limit(200)
    .execute()

/** The commands by which doors close, until they have. */
export const selectClosings = (db: Db, deviceId: string) =>
  db
    .selectFrom('zkteco_command')
    .select(['number', 'port', 'created_at', 'finished_at', 'tries', 'command_id'])
    .where('device_id', '=', deviceId)
    .where('what', '=', 'normal')
    .where('takes_away', '=', true)
    .where('state', 'in', ['waiting', 'sent', ...ended])
    .execute()

/** The doors of a device that an emergency holds open now, and since when; null: all its doors. */
export async function selectOpenings(db: Db, deviceId: string): Promise<{ port: number | null; since: string }[]> {
  const rows = await db
    .selectFrom('device_lockdown as l')
    .innerJoin('device as d', 'd.id', 'l.device_id')
    .innerJoin('lockdown as k', 'k.id', 'l.lockdown_id')
    .leftJoin('door_reader as r', (join) =>
      join.onRef('r.device_id', '=', 'l.device_id').onRef('r.door_id', '=', 'l.door_id'),
    )
    .select(['r.port', 'd.door_count', 'k.scope', 'l.begun_at'])
    .where('l.device_id', '=', deviceId)
    .where('l.kind', '=', 'emergency-open')
    .execute()
  return rows.map(({ port, door_count, scope, begun_at }) => ({
    port: scope === 'everything' || door_count === 1 ? null : port,
    since: begun_at,
  }))
}

/** Others stand for closings that were not answered: of those that were tried again, which are many, nothing stays. */
export async function forgetClosings(db: Db, deviceId: string, numbers: readonly number[]): Promise<void> {
  await forgetUntaken(db, deviceId, numbers)
  await db
    .deleteFrom('zkteco_command')
    .where('device_id', '=', deviceId)
    .where('number', 'in', [...numbers])
    .where('is_again', '=', true)
    .execute()
}

/** Closings that are of no use now: none of them is sent, or sent again. */
export async function dropClosings(db: Db, deviceId: string, numbers: readonly number[], now: string): Promise<void> {
  if (numbers.length === 0) return
  const those = db
    .updateTable('zkteco_command')
    .where('device_id', '=', deviceId)
    .where('number', 'in', [...numbers])
  await those.set({ takes_away: false }).execute()
  await those
    .set({ state: 'replaced', finished_at: now, text_sealed: null })
    .where('state', 'in', ['waiting', 'sent'])
    .execute()
}

/** A door is to be held open: that it did not close before no longer counts. null: all doors. */
export async function forgetClosing(db: Db, deviceId: string, port: number | null, now: string): Promise<void> {
  const closing = db
    .updateTable('zkteco_command')
    .where('device_id', '=', deviceId)
    .where('what', '=', 'normal')
    .where('takes_away', '=', true)
    .where((of) => (port === null ? of.lit(true) : of.or([of('port', 'is', null), of('port', '=', port)])))
  await closing
    .set({ state: 'replaced', finished_at: now, text_sealed: null })
    .where('is_again', '=', true)
    .where('state', 'in', ['waiting', 'sent'])
    .execute()
  await closing.set({ takes_away: false }).execute()
}

/**
 * The commands at the console that end when a door is closed, null: all doors: what waits to hold it open, and what was sent to open it in an
 * emergency and has no answer, which would be told again.
 */
export async function selectOpeningsEnded(db: Db, deviceId: string, port: number | null): Promise<string[]> {
  const rows = await db
    .selectFrom('zkteco_command')
    .select('command_id')
    .where('device_id', '=', deviceId)
    .where('what', '=', 'hold-open')
    .where((of) =>
      of.or([
        of('state', '=', 'waiting'),
        of.and([of('state', '=', 'sent'), of('command_id', 'in', selectOpeningNow(db))]),
      ]),
    )
    .where((of) => (port === null ? of.lit(true) : of.or([of('port', 'is', null), of('port', '=', port)])))
    .execute()
  return rows.flatMap(({ command_id }) => command_id ?? [])
}

/** A door is to be closed: what waits to hold it open is sent no more. null: all doors. */
export const forgetOpenings = (db: Db, deviceId: string, port: number | null, now: string) =>
  db
    .updateTable('zkteco_command')
    .set({ state: 'replaced', finished_at: now, text_sealed: null })
    .where('device_id', '=', deviceId)
    .where('what', '=', 'hold-open')
    .where('state', '=', 'waiting')
    .where((of) => (port === null ? of.lit(true) : of.or([of('port', 'is', null), of('port', '=', port)])))
    .execute()

/** Whether the door of this command has carried out a later one that holds it open or closes it. */
export async function isOutdone(
  db: Db,
  deviceId: string,
  { number, port }: { number: number; port: number | null },
): Promise<boolean> {
  const later = await db
    .selectFrom('zkteco_command')
    .select('number')
    .where('device_id', '=', deviceId)
    .where('number', '>', number)
    .where('what', 'in', ['hold-open', 'normal'])
    .where('state', '=', 'done')
    .where('port', 'is not distinct from', port)
    .limit(1)
    .executeTakeFirst()
  return later !== undefined
}

/** The commands in this state that open a door in an emergency that still holds. */
const selectOpeningNow = (db: Db, state: 'waiting' | 'done' = 'waiting') =>
  db
    .selectFrom('device_command as c')
    .innerJoin('lockdown as l', 'l.id', 'c.lockdown_id')
    .select('c.id')
    .where('c.state', '=', state)
    .where('l.released_at', 'is', null)

/** Forgets that doors were opened in an emergency that still holds. */
export const forgetCarriedOut = (db: Db, deviceId: string) =>
  db
    .deleteFrom('zkteco_command')
    .where('device_id', '=', deviceId)
    .where('state', '=', 'done')
    .where('command_id', 'in', selectOpeningNow(db, 'done'))
    .execute()

/** Whether this opens a door in an emergency that still holds. */
export async function opensInEmergency(db: Db, deviceId: string, number: number): Promise<boolean> {
  const row = await db
    .selectFrom('zkteco_command')
    .select('number')
    .where('device_id', '=', deviceId)
    .where('number', '=', number)
    .where('command_id', 'in', selectOpeningNow(db))
    .executeTakeFirst()
  return row !== undefined
}

/** Forgets that this was taken into the queue, if it opens a door in an emergency that still holds: it is taken again. Gives whether it is such. */
export async function giveBackOpening(db: Db, deviceId: string, number: number): Promise<boolean> {
  const { numDeletedRows } = await db
    .deleteFrom('zkteco_command')
    .where('device_id', '=', deviceId)
    .where('number', '=', number)
    .where('command_id', 'in', selectOpeningNow(db))
    .executeTakeFirst()
  return numDeletedRows > 0n
}

/** Ends a command that waits, if the one of the console that it stands for has ended meanwhile. Gives whether it did. */
export async function dropCancelled(db: Db, deviceId: string, number: number, now: string): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable('zkteco_command')
    .set({ state: 'replaced', finished_at: now, text_sealed: null })
    .where('device_id', '=', deviceId)
    .where('number', '=', number)
    .where('state', '=', 'waiting')
    .where('command_id', 'in', (of) => of.selectFrom('device_command').select('id').where('state', '!=', 'waiting'))
    .executeTakeFirst()
  return numUpdatedRows > 0n
}

/** Another command stands for what a terminal did not take. */
export const forgetUntaken = (db: Db, deviceId: string, numbers: readonly number[]) =>
  db
    .updateTable('zkteco_command')
    .set({ takes_away: false })
    .where('device_id', '=', deviceId)
    .where('number', 'in', [...numbers])
    .execute()

/** Zones that the terminal did not take, the last of them first. */
export const findFailedZone = (db: Db, deviceId: string) =>
  db
    .selectFrom('zkteco_command')
    .select('finished_at')
    .where('device_id', '=', deviceId)
    .where('what', '=', 'zone')
    .where('state', 'in', ['failed', 'unknown'])
    .orderBy('finished_at', 'desc')
    .limit(1)
    .executeTakeFirst()

/** A holiday that closes and that the terminal did not take, when it is to be told again, the one that was told most often first. */
export const findDueHoliday = (db: Db, deviceId: string, now: string) =>
  db
    .selectFrom('zkteco_command')
    .select('tries')
    .where('device_id', '=', deviceId)
    .where('what', '=', 'holiday')
    .where('takes_away', '=', true)
    .where('state', 'in', ended)
    .where(againAt, '<=', now)
    .orderBy('tries', 'desc')
    .limit(1)
    .executeTakeFirst()

/** Whether the terminal did not take a holiday, also while one that it refused before is on its way again. */
export async function hasRefusedHoliday(db: Db, deviceId: string): Promise<boolean> {
  const row = await db
    .selectFrom('zkteco_command')
    .select('number')
    .where('device_id', '=', deviceId)
    .where('what', '=', 'holiday')
    .where((or) =>
      or.or([or('state', '=', 'failed'), or.and([or('state', 'in', ['waiting', 'sent']), or('tries', '>', 0)])]),
    )
    .limit(1)
    .executeTakeFirst()
  return row !== undefined
}

/** When the terminal let somebody pass last whom its hours refuse; what is older than a month counts no more. */
export async function findLetPass(db: Db, deviceId: string): Promise<string | null> {
  const row = await db
    .selectFrom('zkteco_device')
    .select('let_pass_at')
    .where('device_id', '=', deviceId)
    .where('let_pass_at', '>', sql<string>`now() - interval '30 days'`)
    .executeTakeFirst()
  return row?.let_pass_at ?? null
}

/**
 * Whether the terminal had taken its zones, and this person or their removal, before this moment. Of holidays only those that are on their way
 * count: one that it has refused says nothing of the other days, and a face or a card of theirs nothing of the hours.
 */
export async function hadAllBefore(db: Db, deviceId: string, number: number, before: string): Promise<boolean> {
  const row = await db
    .selectFrom('zkteco_command')
    .select('number')
    .where('device_id', '=', deviceId)
    .where((of) =>
      of.or([
        of('what', 'in', ['zone', 'holiday']),
        of.and([of('person_number', '=', number), of('what', 'in', ['person', 'removal'])]),
      ]),
    )
    .where((of) =>
      of.or([
        of('finished_at', 'is', null),
        of('finished_at', '>', before),
        of.and([of('what', '<>', 'holiday'), of('state', 'in', [...ended])]),
      ]),
    )
    .limit(1)
    .executeTakeFirst()
  return row === undefined
}

/** Settings that a terminal has not taken are of no use after newer ones: sent again, they would put the old ones back. */
export const replaceSettings = (db: Db, deviceId: string, now: string) =>
  db
    .updateTable('zkteco_command')
    .set({ state: 'replaced', finished_at: now, text_sealed: null })
    .where('device_id', '=', deviceId)
    .where('what', '=', 'settings')
    .where('state', 'in', ['waiting', 'sent'])
    .execute()

/** Zones of before are of no use after new ones. */
export const replaceZones = (db: Db, deviceId: string, now: string) =>
  db
    .updateTable('zkteco_command')
    .set({ state: 'replaced', finished_at: now, text_sealed: null })
    .where('device_id', '=', deviceId)
    .where('what', 'in', ['zone', 'holiday'])
    .where('state', 'not in', ['done', 'replaced'])
    .execute()

/** The numbers of members who are to be looked at by now: the period that was known of them is over, or begins. */
export async function selectEnding(db: Db, deviceId: string, now: string, limit: number): Promise<number[]> {
  const rows = await db
    .selectFrom('zkteco_member')
    .select('number')
    .where('device_id', '=', deviceId)
    .where('ends_at', '<=', now)
    .orderBy('ends_at')
    .limit(limit)
    .execute()
  return rows.map(({ number }) => number)
}

/** Members stay as they are until then; null: until a change of theirs. */
export const setEnd = (db: Db, deviceId: string, number: number, ends_at: string | null) =>
  db
    .updateTable('zkteco_member')
    .set({ ends_at })
    .where('device_id', '=', deviceId)
    .where('number', '=', number)
    .execute()

/** Commands about people that the terminal could not carry out, for good or for now, in their order. */
export const selectFailed = (db: Db, deviceId: string) =>
  db
    .selectFrom('zkteco_command')
    .select(['person_id', 'what', 'state', 'code'])
    .where('device_id', '=', deviceId)
    .where('person_id', 'is not', null)
    .where((or) => or.or([or('state', 'in', ['failed', 'unknown']), isAside]))
    .groupBy(['person_id', 'what', 'state', 'code'])
    .orderBy((command) => command.fn.min('number'))
    .limit(5_000)
    .execute()

/** Deletes what ended long ago. */
export async function deleteOld(db: Db, deviceId: string, before: string): Promise<void> {
  await db
    .deleteFrom('zkteco_command')
    .where('device_id', '=', deviceId)
    .where('finished_at', '<', before)
    // A failure of a person stays until they are sent again: the console names it.
    // Commands that take something away, and zones, are sent again; of holidays that were refused the device's page tells.
    .where((or) =>
      or.or([
        or('state', 'in', ['done', 'replaced']),
        or.and([or('person_id', 'is', null), or('what', 'not in', ['zone', 'holiday']), or('takes_away', '=', false)]),
      ]),
    )
    // The version that the terminal shows decides of its last firmware, however late.
    .where(({ exists, not, selectFrom }) =>
      not(
        exists(
          selectFrom('zkteco_upgrade as u')
            .select('u.number')
            .whereRef('u.device_id', '=', 'zkteco_command.device_id')
            .whereRef('u.number', '=', 'zkteco_command.number'),
        ),
      ),
    )
    .execute()
}

export const selectMembers = (db: Db, deviceId: string, numbers: readonly number[]) =>
  numbers.length === 0
    ? Promise.resolve([])
    : db
        .selectFrom('zkteco_member')
        .selectAll()
        .where('device_id', '=', deviceId)
        .where('number', 'in', [...numbers])
        .execute()

export async function upsertMembers(db: Db, members: readonly Insertable<Database['zkteco_member']>[]): Promise<void> {
  if (members.length === 0) return
  await db
    .insertInto('zkteco_member')
    .values([...members])
    .onConflict((conflict) =>
      conflict.columns(['device_id', 'number']).doUpdateSet((set) => ({
        person_id: set.ref('excluded.person_id'),
        portrait_id: set.ref('excluded.portrait_id'),
        card_hash: set.ref('excluded.card_hash'),
        ends_at: set.ref('excluded.ends_at'),
        told_in_check: set.ref('excluded.told_in_check'),
        is_told_same: set.ref('excluded.is_told_same'),
        generation: set.ref('excluded.generation'),
        // It is gone only when the terminal says so.
        has_pin: sql<boolean>`zkteco_member.has_pin or excluded.has_pin`,
      })),
    )
    .execute()
}

/** The terminal no longer has a PIN of this person. */
export const forgetPin = (db: Db, deviceId: string, number: number) =>
  db
    .updateTable('zkteco_member')
    .set({ has_pin: false })
    .where('device_id', '=', deviceId)
    .where('number', '=', number)
    .execute()

/** Removes members; gives the numbers of those who were there. */
export async function deleteMembers(db: Db, deviceId: string, numbers: readonly number[]): Promise<number[]> {
  if (numbers.length === 0) return []
  const rows = await db
    .deleteFrom('zkteco_member')
    .where('device_id', '=', deviceId)
    .where('number', 'in', [...numbers])
    .returning('number')
    .execute()
  return rows.map(({ number }) => number)
}

/** Its pictures are gone: people who are sent next get theirs again. */
export const forgetPortraits = (db: Db, deviceId: string) =>
  db.updateTable('zkteco_member').set({ portrait_id: null }).where('device_id', '=', deviceId).execute()

/** Members whom the last full list did not have. */
export const selectLeft = (db: Db, deviceId: string, generation: number) =>
  db
    .selectFrom('zkteco_member')
    .select('number')
    .where('device_id', '=', deviceId)
    .where('generation', '<', generation)
    .execute()

/** The photographs that came before the records of these moments. */
export const selectPictures = (db: Db, deviceId: string, moments: readonly string[]) =>
  db
    .selectFrom('zkteco_moment')
    .select(['moment', 'picture_sealed'])
    .where('device_id', '=', deviceId)
    .where('moment', 'in', [...moments])
    .where('picture_sealed', 'is not', null)
    .execute()

/** Photographs that are with their records wait no longer. */
export const forgetPictures = (db: Db, deviceId: string, moments: readonly string[]) =>
  db
    .updateTable('zkteco_moment')
    .set({ picture_sealed: null })
    .where('device_id', '=', deviceId)
    .where('moment', 'in', [...moments])
    .where('picture_sealed', 'is not', null)
    .execute()

/** Forgets what came before these times: keys, and photographs whose records never came. */
export async function forgetMoments(
  db: Db,
  { keysBefore, picturesBefore }: { keysBefore: string; picturesBefore: string },
): Promise<void> {
  await db.deleteFrom('zkteco_moment').where('received_at', '<', keysBefore).execute()
  await db
    .updateTable('zkteco_moment')
    .set({ picture_sealed: null })
    .where('received_at', '<', picturesBefore)
    .where('picture_sealed', 'is not', null)
    .execute()
}

/** Notes the records of moments, which are stored; gives the photographs that wait for them. */
export async function noteRecords(db: Db, rows: readonly Insertable<Database['zkteco_moment']>[]) {
  if (rows.length === 0) return []
  return db
    .insertInto('zkteco_moment')
    .values([...rows])
    .onConflict((conflict) =>
      conflict.columns(['device_id', 'moment']).doUpdateSet((set) => ({ record_key: set.ref('excluded.record_key') })),
    )
    .returning(['moment', 'picture_sealed'])
    .execute()
}

/** Whether this is new; kept for as long as records and photographs are. */
export async function noteOnce(db: Db, deviceId: string, moment: string, receivedAt: string): Promise<boolean> {
  const row = await db
    .insertInto('zkteco_moment')
    .values({ device_id: deviceId, moment, received_at: receivedAt })
    .onConflict((conflict) => conflict.doNothing())
    .returning('moment')
    .executeTakeFirst()
  return row !== undefined
}

/** Keeps a photograph; gives the record of its moment, if that came before. */
export const notePhoto = (db: Db, row: Insertable<Database['zkteco_moment']>) =>
  db
    .insertInto('zkteco_moment')
    .values(row)
    .onConflict((conflict) =>
      conflict
        .columns(['device_id', 'moment'])
        .doUpdateSet((set) => ({ picture_sealed: set.ref('excluded.picture_sealed') })),
    )
    .returning('record_key')
    .executeTakeFirst()
