import { sql } from 'kysely'
import type { Db } from '../db/open-database.ts'
import { sharesCard } from '../device-link/outbox/device-membership-reads.ts'

export type DuePerson = {
  id: string
  noted_at: string
  /** null: no card, or a card that somebody else has as well. */
  card: string | null
  /** The card as it is stored, if it is not in its one spelling. */
  typed_card: string | null
  pin_sealed: Buffer | null
}

/** Claims people whose keys are due, the latest first, for this process for half a minute. */
export async function claimDueKeys(db: Db, limit: number): Promise<DuePerson[]> {
  const { rows } = await sql<DuePerson>`
    with claimed as (
      update person_key_due d set claimed_until = clock_timestamp() + interval '30 seconds'
      where d.person_id in (
        select person_id from person_key_due where claimed_until is null or claimed_until < clock_timestamp()
        order by noted_at desc limit ${limit} for update skip locked)
      returning d.person_id as id, d.noted_at::text as noted_at
    )
    select c.id, c.noted_at, case when exists (select from person o where ${sharesCard}) then null else p.ic_card end as card,
      p.ic_card as typed_card, p.pin_sealed
    from claimed c left join person p on p.id = c.id order by c.noted_at desc`.execute(db)
  return rows
}

export type PersonKey = {
  id: string
  notedAt: string
  card: string | null
  typedCard: string | null
  cardKeySealed: Buffer | null
  pinSealed: Buffer | null
  pinKeySealed: Buffer | null
}

/** Stores the keys of people who still exist, and their cards in the one spelling. */
export async function upsertKeys(db: Db, keys: readonly PersonKey[]): Promise<void> {
  for (const key of keys) {
    await sql`
      insert into person_key (person_id, card, card_key_sealed, pin_sealed, pin_key_sealed)
      select id, ${key.card}, ${key.cardKeySealed}, ${key.pinSealed}, ${key.pinKeySealed} from person where id = ${key.id}
      on conflict (person_id) do update set card = excluded.card, card_key_sealed = excluded.card_key_sealed,
        pin_sealed = excluded.pin_sealed, pin_key_sealed = excluded.pin_key_sealed`.execute(db)
    if (key.card !== null && key.card !== key.typedCard)
      await sql`update person set ic_card = ${key.card} where id = ${key.id} and ic_card = ${key.typedCard}`.execute(db)
  }
}

/** A person who changed meanwhile stays due. */
export const deleteDueKeys = (db: Db, keys: readonly PersonKey[]) =>
  sql`delete from person_key_due d
    using unnest(${keys.map(({ id }) => id)}::uuid[], ${keys.map(({ notedAt }) => notedAt)}::timestamptz[]) as k(id, noted_at)
    where d.person_id = k.id and d.noted_at = k.noted_at`.execute(db)

/** A person who changed meanwhile does not wait until the claim expires. A row that another transaction locks keeps its claim. */
export const releaseDueKeys = (db: Db, ids: readonly string[]) =>
  sql`update person_key_due set claimed_until = null where person_id in (
    select person_id from person_key_due where person_id = any(${[...ids]}::uuid[]) for update skip locked)`.execute(db)

/**
 * This transaction does not wait for a lock on a person longer than PostgreSQL waits before it looks for a deadlock (1 s): it is this
 * work in the background that gives way, never the call of an administrator.
 */
export const waitBriefly = (db: Db) => sql`set local lock_timeout = '300ms'`.execute(db)
