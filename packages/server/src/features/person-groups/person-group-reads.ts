import { personKindCodes } from '@gatehouse/engine/passage/vocabulary.ts'
import { groupKinds } from '@gatehouse/contract/features/person-groups.ts'
import { AppError } from '@gatehouse/contract/errors.ts'
import { sql } from 'kysely'
import type { Db } from '../../db/open-database.ts'

export type GroupKind = (typeof groupKinds)[number]

export function groupKindOf(code: number): GroupKind {
  const kind = groupKinds.find((kind) => personKindCodes[kind] === code)
  if (!kind) throw new Error(`there is no group kind ${code}`)
  return kind
}

/** Groups with how many people are in them and how many devices they are bound to; the default one first. */
export async function readGroups(db: Db, kind?: GroupKind) {
  const { rows } = await sql<{
    id: string
    name: string
    kind: number
    is_default: boolean
    members: number
    devices: number
  }>`
    select g.id, g.name, g.kind, g.is_default,
      (select count(*) from group_member m where m.group_id = g.id)::int as members,
      (select count(*) from device_group d where d.group_id = g.id)::int as devices
    from person_group g
    where ${kind ? sql`g.kind = ${personKindCodes[kind]}` : sql`true`}
    order by g.kind, g.is_default desc, g.name, g.id`.execute(db)
  return rows.map((row) => ({
    id: row.id,
    name: row.name,
    kind: groupKindOf(row.kind),
    isDefault: row.is_default,
    memberCount: row.members,
    deviceCount: row.devices,
  }))
}

/** @throws AppError group.not-found when one is missing or of another kind */
export async function requireGroups(db: Db, ids: readonly string[], kind?: GroupKind): Promise<void> {
  if (ids.length === 0) return
  const found = await db
    .selectFrom('person_group')
    .select('id')
    .where('id', 'in', [...ids])
    .$if(kind !== undefined, (query) => query.where('kind', '=', personKindCodes[kind ?? 'staff']))
    .execute()
  if (found.length !== new Set(ids).size) throw new AppError('group.not-found')
}

export async function getDefaultGroupId(db: Db, kind: GroupKind): Promise<string> {
  const { id } = await db
    .selectFrom('person_group')
    .select('id')
    .where('kind', '=', personKindCodes[kind])
    .where('is_default', '=', true)
    .executeTakeFirstOrThrow()
  return id
}

/** The groups of a kind by their names, kept from being deleted until the caller's transaction ends. */
export async function holdGroupsByName(db: Db, kind: GroupKind): Promise<Map<string, string>> {
  const rows = await db
    .selectFrom('person_group')
    .select(['id', 'name'])
    .where('kind', '=', personKindCodes[kind])
    .forKeyShare()
    .execute()
  return new Map(rows.map(({ id, name }) => [name, id]))
}
