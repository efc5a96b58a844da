import type { Language } from '@gatehouse/contract/envelope.ts'
import type { exportStaff as exportRoute } from '@gatehouse/contract/features/staff.ts'
import type { Query } from '@gatehouse/contract/route.ts'
import { withNamesIn } from '@gatehouse/contract/texts/default-names.ts'
import { type ImportColumn, importColumns } from '@gatehouse/contract/import-columns.ts'
import { importTexts } from '@gatehouse/contract/texts/import-texts.ts'
import { staffColumnTitles } from '@gatehouse/contract/texts/staff-columns.ts'
import type { Ctx } from '../../ctx.ts'
import { type Cell, csvStream, xlsxStream } from '../../lib/spreadsheet.ts'
import { readCompany } from '../../company/company-reads.ts'
import { type ListedStaff, readStaffChunks, readStaffIds } from './staff-reads.ts'
import { presentVisibilityOf } from '../../people/field-visibility.ts'

type Titles = (typeof staffColumnTitles)[Language]
type Write<Row> = (person: Row, titles: Titles, language: Language) => Cell

const dayOf = (on: string | null) => (on === null ? null : Temporal.PlainDate.from(on))

/** Every column that an import reads, under the titles of its template and in its order. */
const importable = {
  name: ({ name }) => name,
  phone: ({ phone }) => phone,
  areaCode: ({ areaCode }) => areaCode,
  extension: ({ extension }) => extension,
  department: ({ department }) => department?.path,
  position: ({ position }) => position,
  jobId: ({ jobId }) => jobId,
  email: ({ email }) => email,
  icCard: ({ icCard }) => icCard,
  idNumber: ({ idNumber }) => idNumber,
  workingPlace: ({ workingPlace }) => workingPlace,
  birthday: ({ birthdayOn }) => dayOf(birthdayOn),
  entryDate: ({ entryOn }) => dayOf(entryOn),
  staffType: ({ staffType }, titles) => staffType && titles[staffType],
  countryCode: ({ countryCode }) => countryCode,
  regionCode: ({ regionCode }) => regionCode,
  groups: ({ groups }, _titles, language) => groups.map(({ name }) => withNamesIn(language, name)).join('; '),
  remark: ({ remark }) => remark,
  personId: ({ id }) => id,
} satisfies Record<ImportColumn, Write<ListedStaff>>

/** The file, written while it is read from the database; masked like the list. */
export async function createStaffExport(ctx: Ctx, query: Query<typeof exportRoute>) {
  const titles = staffColumnTitles[query.language]
  const visibility = presentVisibilityOf(ctx, 'staff.write')
  const { timeZone } = await readCompany(ctx.db)
  const ids = await readStaffIds(ctx.db, query, visibility)
  async function* rows() {
    for await (const people of readStaffChunks(ctx.db, ids, visibility))
      yield people.map((person) => [
        ...importColumns.map((column) => importable[column](person, titles, query.language)),
        // Columns that an import ignores.
        person.portraitId ? titles.yes : titles.no,
        Temporal.Instant.from(person.createdAt).toZonedDateTimeISO(timeZone).toPlainDateTime(),
      ])
  }
  const { columns } = importTexts[query.language]
  const head = [...importColumns.map((column) => columns[column]), titles.portrait, `${titles.createdAt} (${timeZone})`]
  const name = `staff-${ctx.clock.now().toZonedDateTimeISO(timeZone).toPlainDate().toString()}.${query.format}`
  ctx.audit.item = name
  ctx.audit.facts = { people: ids.length }
  return query.format === 'csv'
    ? { name, type: 'text/csv; charset=utf-8', stream: csvStream(head, rows()) }
    : {
        name,
        type: 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
        stream: xlsxStream(titles.sheet, head, rows()),
      }
}
