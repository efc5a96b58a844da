import { maxCandidates } from '@gatehouse/contract/device/passage-words.ts'
import { type NamedPerson, selectElsewhere } from '../../../device-link/outbox/device-membership-reads.ts'
import type { Db } from '../../../db/open-database.ts'
import type { RecordRow } from './record-rows.ts'

/**
 * A terminal speaks for the people it knows, and for nobody else: where it names another, the record is kept with that person as a candidate
 * and the reason in front, and counts for nobody. So it moves and marks nobody, and is no punch, whatever reads records by their person.
 */
export async function nameNobodyElsewhere(
  db: Db,
  rows: readonly { deviceId: string; row: RecordRow }[],
): Promise<void> {
  const named = rows.flatMap(({ deviceId, row }): (NamedPerson & { row: RecordRow })[] =>
    row.personId === null ? [] : [{ deviceId, personId: row.personId, at: row.recognisedAt, row }],
  )
  if (named.length === 0) return
  for (const place of await selectElsewhere(db, named)) {
    const one = named[place]
    if (one) nameNobody(one.row, one.personId)
  }
}

function nameNobody(row: RecordRow, personId: string): void {
  const candidates = [{ personId, cosine: row.cosine }, ...readList(row.candidates)]
  row.candidates = JSON.stringify(candidates.slice(0, maxCandidates))
  row.reasons = JSON.stringify([{ code: 'person-elsewhere', personIds: [personId] }, ...readList(row.reasons)])
  row.personId = null
  row.isElsewhere = true
}

function readList(json: string | null): unknown[] {
  const list: unknown = JSON.parse(json ?? '[]')
  return Array.isArray(list) ? list.map((one: unknown) => one) : []
}
