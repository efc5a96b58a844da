import { randomUUID } from 'node:crypto'
import type { LocationSource } from '@gatehouse/contract/features/inside.ts'
import type { LocationRow } from './location-store.ts'

/** The location of a person who counts as gone although no passage told so. */
export const goneSince = (personId: string, since: string, source: LocationSource): LocationRow => ({
  person_id: personId,
  area_id: null,
  since,
  inside_since: null,
  source,
  record_id: randomUUID(),
  door_id: null,
  doubts: [],
})
