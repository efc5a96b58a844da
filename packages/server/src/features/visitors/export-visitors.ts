import type { VisitorSummary } from '@gatehouse/contract/features/visitors.ts'
import { visitorExportColumns, visitorStatusNames } from '@gatehouse/contract/texts/visitor-export.ts'
import type { Language } from '@gatehouse/contract/envelope.ts'
import type { Ctx } from '../../lib/ctx.ts'
import { readCompany } from '../company/company-reads.ts'
import { csvLine } from './csv.ts'
import { readAllVisitors } from './visitor-reads.ts'
import { sightOf } from './visitor-service.ts'

type Filters = Parameters<typeof readAllVisitors>[1]

/** The list as a file, a page at a time: whoever reads slowly holds up nobody, and no list is too long. */
export async function* exportVisitors(ctx: Ctx, filters: Filters, language: Language): AsyncGenerator<string> {
  const { timeZone } = await readCompany(ctx.db)
  const local = (at: string) =>
    Temporal.Instant.from(at)
      .toZonedDateTimeISO(timeZone)
      .toPlainDateTime()
      .toString({ smallestUnit: 'minute' })
      .replace('T', ' ')
  const lineOf = (visitor: VisitorSummary) =>
    csvLine([
      visitor.name,
      visitor.company,
      visitor.purpose,
      visitor.host?.name ?? null,
      visitor.groups.map(({ name }) => name).join('; '),
      visitor.phone,
      local(visitor.validFromAt),
      local(visitor.validToAt),
      visitorStatusNames[language][visitor.status],
      visitor.guestRating,
    ])
  // Spreadsheets take a file without this mark for another encoding.
  yield `\uFEFF${csvLine(visitorExportColumns[language])}`
  for await (const items of readAllVisitors(ctx.db, filters, sightOf(ctx))) yield items.map(lineOf).join('')
}
