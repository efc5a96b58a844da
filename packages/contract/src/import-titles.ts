import { languages } from './envelope.ts'
import { type ImportColumn, importColumns } from './import-columns.ts'
import { importSynonyms, namePartTitles } from './texts/import-synonyms.ts'
import { importTexts } from './texts/import-texts.ts'

/**
 * `手机号（必填）`, `Job-ID *` and `job id` are titles like any other: text in brackets and signs that are no letters are left
 * out.
 */
const wordsOf = (title: string) =>
  title
    .normalize('NFKC')
    .replaceAll(/\([^()]*\)/g, '')
    .replaceAll(/[^\p{L}\p{N}]/gu, '')
    .toLowerCase()

const byTitle = (titlesOf: (column: ImportColumn) => readonly string[]) =>
  new Map(importColumns.flatMap((column) => titlesOf(column).map((title) => [wordsOf(title), column] as const)))
const own = byTitle((column) => languages.map((language) => importTexts[language].columns[column]))
const synonyms = byTitle((column) => importSynonyms[column])

/**
 * The column that each title names, in any of the three languages. If a list has a column under its own title and another
 * under a synonym ("Phone" and "Telephone"), or two synonyms, the first to fit is it; a title that comes twice stays twice.
 */
export function columnsOf(titles: readonly string[]): (ImportColumn | undefined)[] {
  const known = titles.map((title) => own.get(wordsOf(title)))
  for (const [index, title] of titles.entries()) {
    const column = synonyms.get(wordsOf(title))
    if (column && !known.includes(column)) known[index] = column
  }
  return known
}

const partOf = new Map(
  (['first', 'last'] as const).flatMap((part) => namePartTitles[part].map((title) => [wordsOf(title), part] as const)),
)

/** The columns of the parts of a name in a list that has two columns for it, and none for the whole. */
export function namePartsOf(titles: readonly string[]): { first: number; last: number } | undefined {
  const parts = titles.map((title) => partOf.get(wordsOf(title)))
  const [first, last] = [parts.indexOf('first'), parts.indexOf('last')]
  return first >= 0 && last >= 0 ? { first, last } : undefined
}

/** Chinese, Japanese and Korean names begin with the family's and have no space in them. */
export const joinName = (first: string, last: string) =>
  /^[\p{Script=Han}\p{Script=Hangul}\p{Script=Hiragana}\p{Script=Katakana}]+$/u.test(first + last)
    ? `${last}${first}`
    : `${first} ${last}`.trim()
