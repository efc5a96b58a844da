import type { PlaceInput } from '@gatehouse/contract/features/floor-plans.ts'
import { AppError } from '@gatehouse/contract/errors.ts'
import { type Insertable, sql } from 'kysely'
import type { Db } from '../../db/open-database.ts'
import type { Database } from '../../db/tables.ts'
import { violates } from '../../db/violates.ts'

type NewPlan = Insertable<Database['floor_plan']>
/** The columns that a drawing fills. */
export type PlanPicture = Pick<NewPlan, 'blob_hash' | 'content_type' | 'width' | 'height' | 'is_dark'>

const refuseTakenName = (error: unknown): never => {
  if (violates(error, 'floor_plan__name')) throw new AppError('floor-plan.name-taken')
  throw error
}

export const insertPlan = (db: Db, plan: NewPlan) =>
  db.insertInto('floor_plan').values(plan).returning('id').executeTakeFirstOrThrow().catch(refuseTakenName)

/** Whether there is such a site; nobody else adds a plan to it until the transaction ends. */
export const lockPlansOf = async (db: Db, siteId: string): Promise<boolean> =>
  (await db.selectFrom('site').select('id').where('id', '=', siteId).forUpdate().executeTakeFirst()) !== undefined

/** The plan, locked until the transaction ends. */
export const lockPlan = (db: Db, id: string) =>
  db
    .selectFrom('floor_plan')
    .select(['id', 'name', 'site_id', 'version'])
    .where('id', '=', id)
    .forUpdate()
    .executeTakeFirst()

export const updatePlan = (
  db: Db,
  id: string,
  change: Partial<Pick<NewPlan, 'name' | 'level'> & PlanPicture>,
  now: string,
) =>
  db
    .updateTable('floor_plan')
    .set({ ...change, version: sql<number>`version + 1`, updated_at: now })
    .where('id', '=', id)
    .execute()
    .catch(refuseTakenName)

/** With the places on it; its picture is discarded by a trigger. */
export const deletePlan = (db: Db, id: string) => db.deleteFrom('floor_plan').where('id', '=', id).execute()

/** The column of each kind of places; a new kind of places is a line here and one in `floor-plan-reads.ts`. */
const columns = { door: 'door_id', area: 'area_id', 'muster-point': 'muster_point_id' } as const

/** A ten-thousandth of the plan, a third of a pixel, is as exact as anybody places anything. */
const rounded = (share: number) => Math.round(share * 10_000) / 10_000

/** Puts these places on the plan and no others. @throws AppError floor-plan.place-elsewhere for one that was deleted meanwhile */
export async function replacePlaces(db: Db, planId: string, places: readonly PlaceInput[]): Promise<void> {
  await db.deleteFrom('plan_place').where('plan_id', '=', planId).execute()
  if (places.length === 0) return
  await db
    .insertInto('plan_place')
    .values(
      places.map(({ kind, id, x, y, corners }) => ({
        plan_id: planId,
        [columns[kind]]: id,
        x: rounded(x),
        y: rounded(y),
        corners: corners?.flatMap((corner) => [rounded(corner.x), rounded(corner.y)]) ?? null,
      })),
    )
    .execute()
    .catch((error: unknown) => {
      const things = ['plan_place__door', 'plan_place__area', 'plan_place__muster_point'] as const
      if (things.some((constraint) => violates(error, constraint))) throw new AppError('floor-plan.place-elsewhere')
      throw error
    })
}
