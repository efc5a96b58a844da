import { commandKinds, type CommandKind } from '@gatehouse/contract/device/commands.ts'
import { openedSince } from '@gatehouse/contract/device/outcome-words.ts'
import type { listCommands } from '@gatehouse/contract/features/devices.ts'
import { doorCommandKinds } from '@gatehouse/contract/features/live/board.ts'
import type { Query } from '@gatehouse/contract/route.ts'
import type { Insertable } from 'kysely'
import type { Db } from '../../db/open-database.ts'
import { prepared } from '../../db/prepared.ts'
import type { Database } from '../../db/tables.ts'

const columns = [
  'id',
  'kind',
  'state',
  'reason',
  'result',
  'created_by',
  'created_at',
  'expires_at',
  'finished_at',
  'alarm_id',
  'port',
] as const

export const commandKindOf = (word: string): CommandKind => {
  const kind = commandKinds.find((kind) => kind === word)
  if (!kind) throw new Error(`there is no command ${word}`)
  return kind
}

export const insertCommand = (db: Db, command: Insertable<Database['device_command']>) =>
  db.insertInto('device_command').values(command).returning(columns).executeTakeFirstOrThrow()

export type CommandRow = Awaited<ReturnType<typeof insertCommand>>

/** The waiting commands of a device, oldest first. One that opens a door in an emergency is none once that is over. */
export const selectWaitingCommands = (db: Db, deviceId: string, now: string) =>
  db
    .selectFrom('device_command')
    .modifyFront(prepared)
    .select(['id', 'kind', 'expires_at', 'device_alarm_id', 'port'])
    .where('device_id', '=', deviceId)
    .where('state', '=', 'waiting')
    .where('expires_at', '>', now)
    .where(({ not, exists, selectFrom }) =>
      not(
        exists(
          selectFrom('lockdown as l')
            .select('l.id')
            .whereRef('l.id', '=', 'device_command.lockdown_id')
            .where('l.released_at', 'is not', null),
        ),
      ),
    )
    .orderBy('created_at')
    .orderBy('id')
    .limit(100)
    .execute()

/** A command of this kind that waits for a door is carried out no more. null: the device as a whole, or its only door. */
export const cancelWaiting = (
  db: Db,
  { deviceId, kind, port }: { deviceId: string; kind: CommandKind; port: number | null },
  { result, now }: { result: string; now: string },
) =>
  db
    .updateTable('device_command')
    .set({ state: 'failed', result, finished_at: now })
    .where('device_id', '=', deviceId)
    .where('kind', '=', kind)
    .where('state', '=', 'waiting')
    .$if(port !== null, (query) => query.where('port', '=', port ?? 0))
    .execute()

/** The lockdowns that still hold. */
const selectHeld = (db: Db) => db.selectFrom('lockdown').select('id').where('released_at', 'is', null)

/**
 * A command that opens the only door of a device in an emergency that still holds is for the first of several: it has told that there are more.
 * Also one that was carried out, which waits again when the device greets.
 */
export const nameOnlyDoor = (db: Db, deviceId: string) =>
  db
    .updateTable('device_command')
    .set({ port: 1 })
    .where('device_id', '=', deviceId)
    .where('lockdown_id', 'in', selectHeld(db))
    .where('state', 'in', ['waiting', 'done'])
    .where('port', 'is', null)
    .execute()

/**
 * The commands that opened doors of a device in emergencies which still hold wait again, but where somebody has closed the door since. Gives
 * their doors; null: the device as a whole, or its only door.
 */
export async function reopenOpenings(db: Db, deviceId: string): Promise<(number | null)[]> {
  const rows = await db
    .updateTable('device_command as c')
    .set({ state: 'waiting', result: null, finished_at: null })
    .where('c.device_id', '=', deviceId)
    .where('c.state', '=', 'done')
    .where('c.lockdown_id', 'in', selectHeld(db))
    .where(({ not, exists, selectFrom }) =>
      not(
        exists(
          selectFrom('device_command as n')
            .select('n.id')
            .whereRef('n.device_id', '=', 'c.device_id')
            .whereRef('n.created_at', '>=', 'c.created_at')
            .where('n.kind', '=', 'normal')
            // Whatever became of it: the door may be shut although its answer was lost. One that an emergency ended closes nothing.
            .where((of) => of.or([of('n.result', 'is', null), of('n.result', '<>', openedSince)]))
            .where((of) =>
              of.or([of('n.port', 'is', null), of('c.port', 'is', null), of('n.port', '=', of.ref('c.port'))]),
            ),
        ),
      ),
    )
    .returning('c.port')
    .execute()
  return rows.map(({ port }) => port)
}

/** The commands that wait to open a door in this emergency are carried out no more. */
export const cancelOpenings = (db: Db, lockdownId: string, { result, now }: { result: string; now: string }) =>
  db
    .updateTable('device_command')
    .set({ state: 'failed', result, finished_at: now })
    .where('lockdown_id', '=', lockdownId)
    .where('state', '=', 'waiting')
    .execute()

type Asked = Query<typeof listCommands>

/** The commands of a device that were asked for, along the index of its list. */
const selectAsked = (db: Db, deviceId: string, { doorsOnly, port, from, to }: Omit<Asked, 'page' | 'size'>) =>
  db
    .selectFrom('device_command')
    .where('device_id', '=', deviceId)
    .$if(doorsOnly, (query) => query.where('kind', 'in', doorCommandKinds))
    .$if(port !== undefined, (query) =>
      query.where(({ and, eb, or }) =>
        or([
          eb('port', '=', port ?? 0),
          // Without a door it is for each of them; only an opening is for the first.
          and([eb('port', 'is', null), ...(port === 1 ? [] : [eb('kind', '<>', 'open-once')])]),
        ]),
      ),
    )
    .$if(from !== undefined, (query) => query.where('created_at', '>=', from ?? ''))
    .$if(to !== undefined, (query) => query.where('created_at', '<', to ?? ''))

/** A device's last commands, newest first. */
export const selectCommandPage = (db: Db, deviceId: string, { page, size, ...asked }: Asked) =>
  selectAsked(db, deviceId, asked)
    .select(columns)
    .orderBy('created_at', 'desc')
    .orderBy('id', 'desc')
    .limit(size)
    .offset((page - 1) * size)

export async function countCommands(db: Db, deviceId: string, asked: Asked): Promise<number> {
  const { count } = await selectAsked(db, deviceId, asked)
    .select((select) => select.fn.countAll<number>().as('count'))
    .executeTakeFirstOrThrow()
  return count
}

/** A device's command, locked until the transaction ends: of two acknowledgements one counts. */
export const lockCommand = (db: Db, deviceId: string, id: string) =>
  db
    .selectFrom('device_command')
    .select(['kind', 'state', 'expires_at'])
    .where('id', '=', id)
    .where('device_id', '=', deviceId)
    .forUpdate()
    .executeTakeFirst()

export const finishCommand = (db: Db, id: string, state: 'done' | 'failed', result: string | null, now: string) =>
  db.updateTable('device_command').set({ state, result, finished_at: now }).where('id', '=', id).execute()
