import { phonePattern } from '@gatehouse/contract/features/staff.ts'
import { type RawBuilder, sql } from 'kysely'
import { phoneHash, searchForm } from '../../lib/person-columns.ts'
import type { InstallKeys } from '../../lib/install-keys.ts'

/** How `person p` is asked for a keyword. */
export type StaffMatch = {
  /** True of each row that matches: names, pinyin, initials, job ids, the last digits of phones; a whole phone or card. */
  matches: RawBuilder<boolean>
  /** Ids of all who match, along indexes. */
  found: RawBuilder<unknown>
}

/** More trigrams than these find nothing that these do not. */
const mostGrams = 12
const likePattern = (text: string) => `%${text.replaceAll(/[\\%_]/g, (sign) => `\\${sign}`)}%`

/** The pieces of a keyword that `search_grams` would make of a text that holds it: three signs each, or all there is. */
function gramsOf(keyword: string): string[] {
  const signs = [...keyword]
  if (signs.length <= 3) return [keyword]
  return signs.slice(2, mostGrams + 2).map((_, place) => signs.slice(place, place + 3).join(''))
}

/** undefined: no keyword (or only spaces) asks for everybody. */
export function matchStaff(keyword: string | undefined, kind: RawBuilder<unknown>, keys: InstallKeys) {
  const wanted = searchForm(keyword ?? '')
  if (wanted === '') return undefined
  const pattern = likePattern(wanted)
  const typed = (keyword ?? '').trim()
  const whole = phonePattern.test(typed) ? sql`p.phone_hash = ${phoneHash(keys, typed)}` : sql<boolean>`false`
  return {
    matches: sql<boolean>`(p.search_text like ${pattern} or ${whole} or p.ic_card = ${typed})`,
    found: sql`
      select p.id from person p
      where p.kind = ${kind} and search_grams(p.search_text) @> ${gramsOf(wanted)}::text[] and p.search_text like ${pattern}
      union select p.id from person p where p.kind = ${kind} and ${whole}
      union select p.id from person p where p.kind = ${kind} and p.ic_card = ${typed}`,
  } satisfies StaffMatch
}
