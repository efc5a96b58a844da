import type { Language } from '@gatehouse/contract/envelope.ts'
import { AppError } from '@gatehouse/contract/errors.ts'
import type { Muster, MusterPerson } from '@gatehouse/contract/features/muster.ts'
import { withNamesIn } from '@gatehouse/contract/texts/default-names.ts'
import { fillText } from '@gatehouse/contract/texts/fill-text.ts'
import { musterPaperTexts } from '@gatehouse/contract/texts/muster-papers.ts'
import type { Ctx } from '../../ctx.ts'
import { drawPdf } from '../../lib/pdf/draw-pdf.ts'
import type { PdfDocument } from '../../lib/pdf/pdf-document.ts'
import { type Cell, xlsxStream } from '../../lib/spreadsheet.ts'
import { readAllPeople, readMuster, secondsBetween } from './muster-reads.ts'
import { asOf, byPoint, placeOf, shortTime, type Wall, wallTime } from './paper-list.ts'

/** The lines above the people: who, when, how, and the time to clear. */
function factsOf(muster: Muster, wall: Wall): string[] {
  const { fact, startedHow } = musterPaperTexts[wall.language]
  const started = { time: wallTime(wall, muster.startedAt), by: muster.startedBy, how: startedHow[muster.startedHow] }
  const ended = muster.endedAt && { time: wallTime(wall, muster.endedAt), by: muster.endedBy ?? '' }
  const { people, safe, notOnSite, missing } = muster.counts
  const seconds = muster.clearedAt && secondsBetween(muster.startedAt, muster.clearedAt)
  return [
    fillText(fact.started, started),
    ended ? fillText(fact.ended, ended) : fact.running,
    typeof seconds === 'number'
      ? fillText(fact.cleared, { minutes: String(Math.floor(seconds / 60)), seconds: String(seconds % 60) })
      : fact.notCleared,
    fillText(fact.counts, {
      people: String(people),
      safe: String(safe),
      notOnSite: String(notOnSite),
      missing: String(missing),
    }),
    ...[muster.note, muster.endNote].flatMap((note) => (note === null ? [] : [fillText(fact.note, { note })])),
    fillText(fact.clock, { zone: wall.timeZone }),
  ]
}

const titleOf = ({ site, isDrill }: Muster, language: Language) => {
  const { report, drillReport } = musterPaperTexts[language]
  return fillText(isDrill ? drillReport : report, { site: site.name })
}

const isUnsure = ({ doubts }: MusterPerson) => doubts.length > 0

export function reportOf(muster: Muster, people: readonly MusterPerson[], now: string, wall: Wall): PdfDocument {
  const texts = musterPaperTexts[wall.language]
  const { column } = texts
  const columns = [
    { title: column.name, share: 20 },
    { title: column.area, share: 15 },
    { title: column.door, share: 12 },
    { title: column.state, share: 12 },
    { title: column.markedAt, share: 13 },
    { title: column.how, share: 10 },
    { title: column.markedBy, share: 14 },
    { title: column.markedPoint, share: 14 },
  ]
  const rowOf = (one: MusterPerson) => [
    one.person?.name ?? texts.deleted,
    placeOf({ area: one.area?.name ?? null, isUnsure: isUnsure(one) }, texts),
    one.door?.name ?? '',
    texts.state[one.state],
    one.mark ? shortTime(wall, one.mark.at, muster.startedAt) : '',
    one.mark ? texts.how[one.mark.how] : '',
    one.mark?.by ?? '',
    one.mark?.point?.name ?? '',
  ]
  const title = titleOf(muster, wall.language)
  const tables = byPoint(people, texts.withoutPoint).map(({ name, people }) => ({
    heading: fillText(texts.people, { point: name, count: String(people.length) }),
    columns,
    rows: people.map(rowOf),
    empty: texts.nobody,
  }))
  return {
    title,
    lines: [...factsOf(muster, wall), asOf(wall, now), texts.legend],
    footer: fillText(texts.footer, { title, time: wallTime(wall, now), zone: wall.timeZone }),
    tables: tables.length > 0 ? tables : [{ heading: '', columns, rows: [], empty: texts.nobody }],
  }
}

/** The columns of a workbook, and a row for each person. */
function rowsOf(people: readonly MusterPerson[], wall: Wall): Cell[][] {
  const { column, state, how, yes, deleted } = musterPaperTexts[wall.language]
  const texts = musterPaperTexts[wall.language]
  const at = (instant: string) => Temporal.Instant.from(instant).toZonedDateTimeISO(wall.timeZone).toPlainDateTime()
  const head = [
    column.name,
    column.department,
    column.host,
    column.area,
    column.door,
    column.since,
    column.point,
    column.latecomer,
    column.state,
    column.markedAt,
    column.how,
    column.markedBy,
    column.markedPoint,
  ]
  return [
    head,
    ...people.map((one): Cell[] => [
      one.person?.name ?? deleted,
      one.person?.department ? withNamesIn(wall.language, one.person.department) : '',
      one.person?.host?.name,
      placeOf({ area: one.area?.name ?? null, isUnsure: isUnsure(one) }, texts),
      one.door?.name,
      at(one.since),
      one.point?.name,
      one.isLatecomer ? yes : '',
      state[one.state],
      one.mark && at(one.mark.at),
      one.mark && how[one.mark.how],
      one.mark?.by,
      one.mark?.point?.name,
    ]),
  ]
}

const workbookType = 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet'

/** The report as a file. @throws AppError muster.not-found */
export async function reportFile(
  ctx: Ctx,
  id: string,
  { language, format }: { language: Language; format: 'pdf' | 'xlsx' },
) {
  const muster = await readMuster(ctx.db, id, { seesStaff: true })
  if (!muster) throw new AppError('muster.not-found')
  ctx.audit.item = muster.site.name
  const people = await readAllPeople(ctx.db, id)
  ctx.audit.facts = { people: people.length }
  const wall = { timeZone: muster.site.timeZone, language }
  if (format === 'pdf') {
    const pdf = await drawPdf(reportOf(muster, people, ctx.clock.now().toString(), wall))
    return { type: 'application/pdf', content: pdf }
  }
  const title = titleOf(muster, language)
  const lines: Cell[][] = [...factsOf(muster, wall).map((line) => [line]), [], ...rowsOf(people, wall)]
  return { type: workbookType, content: xlsxStream('Muster', [title], inOnePart(lines)) }
}

async function* inOnePart(lines: Cell[][]) {
  yield lines
}
