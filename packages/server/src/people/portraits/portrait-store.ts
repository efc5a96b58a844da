import { type Insertable, sql } from 'kysely'
import { deleteImages } from '../../blobs/image-store.ts'
import type { Db } from '../../db/open-database.ts'
import type { Database } from '../../db/tables.ts'

export const insertTemplate = (db: Db, template: Insertable<Database['face_template']>) =>
  db.insertInto('face_template').values(template).execute()

/** The embedding of a portrait, sealed; undefined when there is no such portrait. */
export const findTemplate = (db: Db, imageId: string) =>
  db
    .selectFrom('face_template')
    .select(['model_id', 'embedding_sealed'])
    .where('image_id', '=', imageId)
    .executeTakeFirst()

/** The next templates in their earlier, wide form, along an index of those alone. */
export function selectWideTemplates(db: Db, after: string | undefined, limit: number) {
  const wide = db
    .selectFrom('face_template')
    .select(['image_id', 'embedding_sealed'])
    .where(sql<boolean>`octet_length(embedding_sealed) % 4 = 0`)
    .orderBy('image_id')
    .limit(limit)
  return (after === undefined ? wide : wide.where('image_id', '>', after)).execute()
}

/** Puts another form of the same template in its place, unless it has changed meanwhile. */
export const replaceSealed = (db: Db, imageId: string, before: Buffer, after: Buffer) =>
  db
    .updateTable('face_template')
    .set({ embedding_sealed: after })
    .where('image_id', '=', imageId)
    .where('embedding_sealed', '=', before)
    .execute()

/** Whether no person has this picture, and no visit that waits for an answer. */
const isNobodys = sql<boolean>`
  not exists (select from person p where p.portrait_id = image.id)
  and not exists (select from person_portrait f where f.image_id = image.id)
  and not exists (select from person p where p.display_portrait_id = image.id)
  and not exists (select from visit_request r where r.portrait_id = image.id)
  and not exists (select from registration r where r.portrait_id = image.id and r.state = 'pending')
  and not exists (select from sent_portrait s left join registration r on r.id = s.registration_id
    where s.image_id = image.id and (s.visit_id is not null or r.state = 'pending'))`

/** Until the transaction ends nobody else gives these pictures to anybody. In one order, so that two submissions never wait for each other. */
export const lockPortraits = (db: Db, ids: readonly string[]) =>
  db
    .selectFrom('image')
    .select('id')
    .where('id', 'in', [...ids])
    .orderBy('id')
    .forUpdate()
    .execute()

/** How many of these are portraits that nobody has or has sent. */
export async function countNobodys(db: Db, ids: readonly string[]): Promise<number> {
  if (ids.length === 0) return 0
  const row = await db
    .selectFrom('image')
    .select((select) => select.fn.countAll<number>().as('count'))
    .where('id', 'in', [...ids])
    .where('kind', '=', 'portrait')
    .where(isNobodys)
    .executeTakeFirstOrThrow()
  return Number(row.count)
}

/** Whether this is a picture of this kind that is free, or the person's own already; a further portrait is not. */
export async function isUnused(
  db: Db,
  id: string,
  kind: 'portrait' | 'display',
  ownId: string | null,
): Promise<boolean> {
  const { rows } = await sql`
    select from image where id = ${id} and kind = ${kind} and not exists (
      select from person p where (p.portrait_id = image.id or p.display_portrait_id = image.id) and p.id is distinct from ${ownId}::uuid)
      and not exists (select from person_portrait f where f.image_id = image.id)`.execute(db)
  return rows.length > 0
}

/** Whether the person is recognised by this portrait already. */
export async function isPortraitOf(db: Db, id: string, personId: string): Promise<boolean> {
  const row = await db
    .selectFrom('person_face')
    .select('person_id')
    .where('person_id', '=', personId)
    .where('image_id', '=', id)
    .executeTakeFirst()
  return row !== undefined
}

/** The portraits that no person used within a day of their upload. */
export const deleteUnusedPortraits = (db: Db, before: string): Promise<void> =>
  deleteImages(
    db,
    sql`select id from image where kind in ('portrait', 'display') and created_at < ${before} and ${isNobodys}`,
  )

/** The unused ones of these portraits. */
export const deletePortraits = (db: Db, ids: readonly string[]): Promise<void> =>
  deleteImages(db, sql`select id from image where id = any(${[...ids]}::uuid[]) and ${isNobodys}`)
