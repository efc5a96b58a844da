import type { Language } from '@gatehouse/contract/envelope.ts'
import type { ColumnType } from 'kysely'

/**
 * An ISO string when read (the pool parses no `timestamptz` into `Date`), anything that PostgreSQL parses when written.
 */
export type Instant = ColumnType<string, string, string>
export type DefaultInstant = ColumnType<string, string | undefined, string>

/**
 * The former identity of a blacklisted person: the ids that are given back if they still exist, and the names for those
 * that do not.
 */
export type Remembered = {
  department: { id: string; name: string } | null
  manages: { id: string; name: string }[]
  groups: { id: string; name: string }[]
}

/** A consent that was given before there is a person. */
export type GivenConsent = { textVersion: string; language: Language; givenAt: string }

export type StoredCandidate = { id: string; name: string; kind: number; cosine: number | null }
