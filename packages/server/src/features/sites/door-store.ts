import type { DoorInput } from '@gatehouse/contract/features/sites.ts'
import type { Direction } from '@gatehouse/engine/passage/vocabulary.ts'
import { AppError } from '@gatehouse/contract/errors.ts'
import { sql } from 'kysely'
import type { Db } from '../../db/open-database.ts'
import { violates } from '../../db/violates.ts'

const columnsOf = (input: DoorInput) => ({
  site_id: input.siteId,
  name: input.name,
  kind: input.kind,
  from_area_id: input.fromAreaId,
  to_area_id: input.toAreaId,
  has_contact: input.hasContact,
  needs_reason: input.needsReason,
})

const refuseWrongAreas = (error: unknown): never => {
  if (violates(error, 'door__areas')) throw new AppError('door.same-area')
  if (violates(error, 'door__from_area') || violates(error, 'door__to_area')) throw new AppError('area.not-found')
  throw error
}

/** The door, locked until the transaction ends. */
export const lockDoor = (db: Db, id: string) =>
  db.selectFrom('door').select(['id', 'name', 'site_id', 'version']).where('id', '=', id).forUpdate().executeTakeFirst()

export const insertDoor = (db: Db, input: DoorInput, now: string) =>
  db
    .insertInto('door')
    .values({ ...columnsOf(input), created_at: now, updated_at: now })
    .returning('id')
    .executeTakeFirstOrThrow()
    .catch(refuseWrongAreas)

export const updateDoorRow = (db: Db, id: string, input: DoorInput, now: string) =>
  db
    .updateTable('door')
    .set({ ...columnsOf(input), version: sql<number>`version + 1`, updated_at: now })
    .where('id', '=', id)
    .execute()
    .catch(refuseWrongAreas)

export const deleteDoorRow = (db: Db, id: string) => db.deleteFrom('door').where('id', '=', id).execute()

export type ReaderRow = { device_id: string; port: number; direction: Direction | null }

export const selectReaders = (db: Db, doorId: string): Promise<ReaderRow[]> =>
  db
    .selectFrom('door_reader')
    .select(['device_id', 'port', 'direction'])
    .where('door_id', '=', doorId)
    .orderBy('device_id')
    .orderBy('port')
    .execute()

/** Takes a reader from its door. */
export const removeReader = (db: Db, doorId: string, { device_id, port }: Pick<ReaderRow, 'device_id' | 'port'>) =>
  db
    .deleteFrom('door_reader')
    .where('door_id', '=', doorId)
    .where('device_id', '=', device_id)
    .where('port', '=', port)
    .execute()

/** The beginning of a reader's time at the door where it was placed first: it has always been there. */
const always = '1970-01-01T00:00:00Z'

/**
 * Puts a reader at this door; it leaves the door where it was. A reader that stays and leads the same way keeps its `since`.
 * @param since null for a door that nobody has chosen
 * @param leadsElsewhere the door has other areas than before
 */
export const upsertReader = (
  db: Db,
  doorId: string,
  { device_id, port, direction }: ReaderRow,
  since: string | null,
  leadsElsewhere = false,
) =>
  db
    .insertInto('door_reader')
    .values({ door_id: doorId, device_id, port, direction, since })
    .onConflict((conflict) =>
      conflict.constraint('door_reader__once').doUpdateSet((row) => ({
        door_id: doorId,
        direction,
        since: row
          .case()
          .when('door_reader.since', 'is', null)
          .then(row.val(always))
          .when(
            row.and([
              row('door_reader.door_id', '=', row.ref('excluded.door_id')),
              row('door_reader.direction', 'is not distinct from', row.ref('excluded.direction')),
              row.lit(!leadsElsewhere),
            ]),
          )
          .then(row.ref('door_reader.since'))
          .else(row.ref('excluded.since'))
          .end(),
      })),
    )
    .execute()
    .catch((error: unknown) => {
      if (violates(error, 'door_reader__device')) throw new AppError('device.not-found')
      throw error
    })

/** The direction of a device that is set at it changes that of its readers which follow it: those lead another way from now on. */
export const renewFollowingReaders = (db: Db, deviceId: string, now: string) =>
  db
    .updateTable('door_reader')
    .set({ since: now })
    .where('device_id', '=', deviceId)
    .where('direction', 'is', null)
    .where('since', 'is not', null)
    .execute()

/** The door of a device that serves one door; undefined for controllers and devices without a door. */
export const findDoorOfDevice = (db: Db, deviceId: string) =>
  db
    .selectFrom('door_reader as r')
    .innerJoin('door as d', 'd.id', 'r.door_id')
    .select(['d.id', 'd.name', 'd.version', 'r.direction'])
    .select((door) =>
      door
        .selectFrom('door_reader as other')
        .whereRef('other.door_id', '=', 'd.id')
        .select(door.fn.countAll<number>().as('count'))
        .as('reader_count'),
    )
    .where('r.device_id', '=', deviceId)
    .executeTakeFirst()

export const renameDoor = (db: Db, id: string, name: string) =>
  db.updateTable('door').set({ name }).where('id', '=', id).execute()

/** Devices without a reader at any door. */
export const selectDoorless = (db: Db) =>
  db
    .selectFrom('device as d')
    .select(['d.id', 'd.name'])
    .where((device) =>
      device.not(
        device.exists(device.selectFrom('door_reader as r').select('r.id').whereRef('r.device_id', '=', 'd.id')),
      ),
    )
    .orderBy('d.id')
    .execute()
