import type { Language } from '@gatehouse/contract/envelope.ts'
import { withNamesIn } from '@gatehouse/contract/texts/default-names.ts'
import { fillText } from '@gatehouse/contract/texts/fill-text.ts'
import { type MusterPaperTexts, musterPaperTexts } from '@gatehouse/contract/texts/muster-papers.ts'
import type { PdfDocument, PdfTable } from '../../lib/pdf/pdf-document.ts'
import type { PaperPerson } from './paper-reads.ts'

/** The wall clock of a site. */
export type Wall = { timeZone: string; language: Language }

/** `2026-11-24 16:05`, on the clock of the site. */
export const wallTime = ({ timeZone }: Pick<Wall, 'timeZone'>, at: string): string =>
  Temporal.Instant.from(at)
    .toZonedDateTimeISO(timeZone)
    .toPlainDateTime()
    .toString({ smallestUnit: 'minute' })
    .replace('T', ' ')

/** `16:05` of that day, `11-23 16:05` of another one: a column is narrow, and the title says the year. */
export function shortTime(wall: Pick<Wall, 'timeZone'>, at: string, day: string): string {
  const [text, today] = [wallTime(wall, at), wallTime(wall, day)]
  return text.slice(0, 10) === today.slice(0, 10) ? text.slice(11) : text.slice(5)
}

const offsetOf = ({ timeZone }: Wall, at: string) =>
  `UTC${Temporal.Instant.from(at).toZonedDateTimeISO(timeZone).offset}`

/** The line that says of when it is, and by whose clock. */
export const asOf = (wall: Wall, at: string): string =>
  fillText(musterPaperTexts[wall.language].asOf, {
    time: wallTime(wall, at),
    zone: wall.timeZone,
    offset: offsetOf(wall, at),
  })

export function placeOf({ area, isUnsure }: Pick<PaperPerson, 'area' | 'isUnsure'>, texts: MusterPaperTexts): string {
  const place = area ?? texts.outside
  return isUnsure ? fillText(texts.lessSure, { place }) : place
}

/** People by their point, in the order of the points' names; those without one last. */
export function byPoint<T extends Pick<PaperPerson, 'point'>>(people: readonly T[], withoutPoint: string) {
  const groups = Map.groupBy(people, ({ point }) => point?.id ?? null)
  return [...groups]
    .map(([id, people]) => ({ isPoint: id !== null, name: people[0]?.point?.name ?? withoutPoint, people }))
    .toSorted((a, b) => Number(b.isPoint) - Number(a.isPoint) || a.name.localeCompare(b.name))
}

/** The list of one site: a table for each point, with a box to tick for each person. */
export function paperListOf(site: string, people: readonly PaperPerson[], at: string, wall: Wall): PdfDocument {
  const texts = musterPaperTexts[wall.language]
  const { column } = texts
  const columns = [
    { title: column.seen, share: 6 },
    { title: column.name, share: 24 },
    { title: column.departmentOrHost, share: 20 },
    { title: column.area, share: 19 },
    { title: column.door, share: 18 },
    { title: column.since, share: 17 },
  ]
  const rowOf = (person: PaperPerson): PdfTable['rows'][number] => [
    { isTicked: person.state !== null && person.state !== 'missing' },
    person.name ?? texts.deleted,
    person.host ?? (person.department === null ? '' : withNamesIn(wall.language, person.department)),
    placeOf(person, texts),
    person.door ?? '',
    shortTime(wall, person.since, at),
  ]
  const groups = byPoint(people, texts.withoutPoint)
  const tables = groups.map(({ name, people }) => ({
    heading: fillText(texts.people, { point: name, count: String(people.length) }),
    columns,
    rows: people.map(rowOf),
    empty: texts.nobody,
  }))
  const title = fillText(texts.list, { site })
  return {
    title,
    lines: [asOf(wall, at), texts.legend],
    footer: fillText(texts.footer, { title, time: wallTime(wall, at), zone: wall.timeZone }),
    tables: tables.length > 0 ? tables : [{ heading: '', columns, rows: [], empty: texts.nobody }],
  }
}
