import { cardSpelling } from '@gatehouse/contract/card-number.ts'
import { readPhone } from '@gatehouse/contract/phone-number.ts'
import { personKindCodes } from '@gatehouse/engine/passage/vocabulary.ts'
import { type RawBuilder, sql } from 'kysely'
import type { InstallKeys } from '../lib/install-keys.ts'
import { phoneHash, searchForm } from './person-columns.ts'
import { likePattern } from '../lib/like-pattern.ts'

type PersonKind = keyof typeof personKindCodes

/** The conditions on `person p` for a keyword. */
export type PeopleMatch = {
  /** True of each row that matches: names, pinyin, initials, job ids, the last digits of phones; a whole phone or card. */
  matches: RawBuilder<boolean>
  /** Ids of all who match, along indexes. */
  found: RawBuilder<unknown>
}

/** More trigrams than these hardly narrow the search. */
const maxGrams = 12

/** The pieces of a keyword that `search_grams` would make of a text that holds it: three signs each, or all there is. */
function gramsOf(keyword: string): string[] {
  const signs = [...keyword]
  if (signs.length <= 3) return [keyword]
  return signs.slice(2, maxGrams + 2).map((_, place) => signs.slice(place, place + 3).join(''))
}

/** undefined: no keyword (or only spaces) matches everybody. Only staff have cards. */
export function matchPeople(
  keyword: string | undefined,
  kinds: readonly PersonKind[],
  keys: InstallKeys,
): PeopleMatch | undefined {
  const wanted = searchForm(keyword ?? '')
  if (wanted === '') return undefined
  const pattern = likePattern(wanted)
  const typed = (keyword ?? '').trim()
  const isOfKind = sql`p.kind in (${sql.join(kinds.map((kind) => sql.lit(personKindCodes[kind])))})`
  const isStaff = sql`p.kind = ${sql.lit(personKindCodes.staff)}`
  const number = readPhone(typed)
  const phone = number === undefined ? undefined : sql`p.phone_hash = ${phoneHash(keys, number)}`
  const card = kinds.includes('staff') ? sql`p.ic_card = ${cardSpelling(typed)}` : undefined
  return {
    matches: sql<boolean>`(p.search_text like ${pattern} or ${phone ?? sql`false`} or ${card ?? sql`false`})`,
    found: sql`
      select p.id from person p
      where ${isOfKind} and search_grams(p.search_text) @> ${gramsOf(wanted)}::text[] and p.search_text like ${pattern}
      ${phone ? sql`union select p.id from person p where ${isOfKind} and ${phone}` : sql``}
      ${card ? sql`union select p.id from person p where ${isStaff} and ${card}` : sql``}`,
  }
}

/** The conditions on `person p` for a part of the name as written or by its sound, of the job id or the phone's end. */
export function matchNames(keyword: string) {
  const wanted = searchForm(keyword)
  const isLike = sql<boolean>`p.search_text like ${likePattern(wanted)}`
  const grams = gramsOf(wanted)
  const isFound = sql<boolean>`search_grams(p.search_text) @> ${grams}::text[]`
  return {
    /** True for one row that is read already: computing its pieces would take many times as long. */
    ofOne: isLike,
    /** The same along the index of words; a keyword that is a piece itself is found by it alone, in half the time. */
    ofAll: grams[0] === wanted ? isFound : sql<boolean>`(${isFound} and ${isLike})`,
  }
}
