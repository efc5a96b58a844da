import type { CsvCell } from '@gatehouse/contract/csv.ts'
import type { Language } from '@gatehouse/contract/envelope.ts'
import type { exportStaff as exportRoute, StaffSummary } from '@gatehouse/contract/features/staff.ts'
import type { Query } from '@gatehouse/contract/route.ts'
import { withNamesIn } from '@gatehouse/contract/texts/default-names.ts'
import { staffColumnTitles } from '@gatehouse/contract/texts/staff-columns.ts'
import type { Ctx } from '../../lib/ctx.ts'
import { csvStream, xlsxStream } from '../../lib/spreadsheet.ts'
import { readStaffChunks, readStaffIds } from './staff-reads.ts'
import { sightOf } from './staff-service.ts'

type Titles = (typeof staffColumnTitles)[keyof typeof staffColumnTitles]

const columns = {
  name: ({ name }) => name,
  jobId: ({ jobId }) => jobId,
  phone: ({ phone }) => phone,
  extension: ({ extension }) => extension,
  department: ({ department }) => department?.name,
  position: ({ position }) => position,
  groups: ({ groups }, _titles, language) => groups.map(({ name }) => withNamesIn(language, name)).join('; '),
  email: ({ email }) => email,
  icCard: ({ icCard }) => icCard,
  workingPlace: ({ workingPlace }) => workingPlace,
  staffType: ({ staffType }, titles) => staffType && titles[staffType],
  entryOn: ({ entryOn }) => entryOn,
  portrait: ({ portraitId }, titles) => (portraitId ? titles.yes : titles.no),
  createdAt: ({ createdAt }) => createdAt.slice(0, 10),
} satisfies Partial<Record<keyof Titles, (person: StaffSummary, titles: Titles, language: Language) => CsvCell>>

const keys = Object.keys(columns).filter((key): key is keyof typeof columns => key in columns)

/** The file, written while it is read from the database; masked as the list is. */
export async function openStaffExport(ctx: Ctx, query: Query<typeof exportRoute>) {
  const titles = staffColumnTitles[query.language]
  const sight = sightOf(ctx)
  const ids = await readStaffIds(ctx.db, query, sight)
  async function* rows() {
    for await (const people of readStaffChunks(ctx.db, ids, sight))
      yield people.map((person) => keys.map((key) => columns[key](person, titles, query.language)))
  }
  const head = keys.map((key) => titles[key])
  const name = `staff-${ctx.clock.now().toString().slice(0, 10)}.${query.format}`
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
