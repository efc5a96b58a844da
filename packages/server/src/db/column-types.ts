import type { ColumnType } from 'kysely'

/** An ISO string on the way out (the pool parses no `timestamptz` into `Date`), anything PostgreSQL reads on the way in. */
export type Instant = ColumnType<string, string, string>
export type DefaultInstant = ColumnType<string, string | undefined, string>

/** What a blacklisted person was: the ids that are given back where they still exist, and the names for where they don't. */
export type Remembered = {
  department: { id: string; name: string } | null
  manages: { id: string; name: string }[]
  groups: { id: string; name: string }[]
}

export type StoredCandidate = { id: string; name: string; kind: number; cosine: number | null }
