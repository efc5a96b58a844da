import { type RawBuilder, sql } from 'kysely'
import type { InstallKeys } from './install-keys.ts'
import { phoneHash, searchForm } from './person-columns.ts'

const longestGram = 3

/** Every three characters in a row, or a shorter keyword whole: the index holds each of up to three. */
function gramsOf(form: string): string[] {
  const signs = [...form]
  if (signs.length <= longestGram) return [form]
  return [...new Set(signs.slice(longestGram - 1).map((_, place) => signs.slice(place, place + longestGram).join('')))]
}

/** Whether a person `p` is found by a keyword: part of the name as written or by its sound, of the job id or the phone's end. */
export function matchNames(keyword: string): RawBuilder<boolean> {
  const form = searchForm(keyword)
  const pattern = `%${form.replaceAll(/[\\%_]/g, (sign) => `\\${sign}`)}%`
  return sql<boolean>`(search_grams(p.search_text) @> ${gramsOf(form)}::text[] and p.search_text like ${pattern})`
}

/** The same, or by the whole phone. */
export const matchPeople = (keys: InstallKeys, keyword: string): RawBuilder<boolean> =>
  sql<boolean>`(${matchNames(keyword)} or p.phone_hash = ${phoneHash(keys, keyword)})`
