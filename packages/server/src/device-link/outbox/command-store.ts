import { commandKinds, type CommandKind } from '@gatehouse/contract/device/commands.ts'
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

/** The waiting commands of a device, oldest first. */
export const selectWaitingCommands = (db: Db, deviceId: string, now: string) =>
  db
    .selectFrom('device_command')
    .modifyFront(prepared)
    .select(['id', 'kind', 'expires_at', 'device_alarm_id', 'port'])
    .where('device_id', '=', deviceId)
    .where('state', '=', 'waiting')
    .where('expires_at', '>', now)
    .orderBy('created_at')
    .orderBy('id')
    .limit(100)
    .execute()

/** A device's last commands, newest first. */
export const selectCommands = (db: Db, deviceId: string, { page, size }: { page: number; size: number }) =>
  db
    .selectFrom('device_command')
    .select(columns)
    .where('device_id', '=', deviceId)
    .orderBy('created_at', 'desc')
    .orderBy('id', 'desc')
    .limit(size)
    .offset((page - 1) * size)
    .execute()

export async function countCommands(db: Db, deviceId: string): Promise<number> {
  const { count } = await db
    .selectFrom('device_command')
    .select((select) => select.fn.countAll<number>().as('count'))
    .where('device_id', '=', deviceId)
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
