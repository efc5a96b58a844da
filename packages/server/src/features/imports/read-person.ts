import { countryCodes } from '@gatehouse/contract/country-codes.ts'
import { maxDepartmentLevels } from '@gatehouse/contract/features/departments.ts'
import { lines, optionalLine, requiredLine } from '@gatehouse/contract/fields.ts'
import { cardNumber, phonePattern } from '@gatehouse/contract/features/staff.ts'
import type { ImportColumn } from '@gatehouse/contract/import-columns.ts'
import { z } from 'zod'
import { joinPhone } from '../../lib/person-columns.ts'
import type { ListedPerson } from '../staff/staff-import-actions.ts'
import type { Problem } from './import-store.ts'
import type { SheetLine } from './sheet-jobs.ts'

/** A line of the list as people, departments and groups by name. */
export type ReadPerson = Omit<ListedPerson, 'departmentId' | 'groupIds' | 'staffType'> & {
  staffType?: 1 | 2
  departmentPath?: string[]
  groupNames?: string[]
}

/** A date of the calendar, with `-`, `/` or `.` between its parts. */
const date = z
  .string()
  .transform((text) => text.replaceAll(/[/.]/g, '-').replaceAll(/-(\d)(?!\d)/g, '-0$1'))
  .pipe(z.iso.date())
const matching = (pattern: RegExp) => z.string().regex(pattern)

const employee = new Set(['1', 'employee', '正式员工', '员工', '正式員工', '員工'])
const intern = new Set(['2', 'intern', '实习生', '實習生'])
const staffType = z.string().transform((text, context) => {
  if (employee.has(text.toLowerCase())) return 1 as const
  if (intern.has(text.toLowerCase())) return 2 as const
  context.addIssue({ code: 'custom', message: 'form' })
  return z.NEVER
})

const parts = (sign: RegExp) => z.string().transform((text) => text.split(sign).flatMap((part) => part.trim() || []))

/** What a cell of each column may hold; the limits are those of the form. */
const cellSchemas = {
  name: requiredLine(128),
  phone: optionalLine(20).pipe(matching(phonePattern)),
  areaCode: z
    .string()
    .transform((text) => (text.startsWith('+') ? text : `+${text}`))
    .pipe(matching(/^\+\d{1,4}$/)),
  extension: optionalLine(20),
  department: optionalLine(500).pipe(parts(/\//)),
  position: optionalLine(45),
  jobId: optionalLine(45),
  email: optionalLine(45).pipe(z.email()),
  icCard: cardNumber.pipe(z.string()),
  idNumber: optionalLine(30).pipe(matching(/^.{6,30}$/u)),
  workingPlace: optionalLine(45),
  birthday: date,
  entryDate: date,
  staffType,
  countryCode: z
    .string()
    .toUpperCase()
    .refine((code) => countryCodes.has(code)),
  regionCode: optionalLine(20).pipe(matching(/^\d{2,12}$/)),
  groups: optionalLine(900).pipe(parts(/[;；]/)),
  remark: lines(255),
} as const satisfies Record<ImportColumn, z.ZodType>

/** `fields.ts` names what is wrong with a text; everything else is a wrong form. */
const known = new Set(['required', 'too-long', 'not-storable', 'control-character'] as const)
type KnownProblem = typeof known extends Set<infer P> ? P : never
const isKnown = (message: string): message is KnownProblem => (known as Set<string>).has(message)

/** Columns of which no two people can have the same. */
const uniqueColumns = ['jobId', 'phone', 'icCard', 'idNumber'] as const

/** Reads the lines of a list one after the other; it knows what stood in the lines before. */
export function openPersonReader() {
  const seen = new Set<string>()

  return (line: SheetLine): { person: ReadPerson; problems: Problem[] } => {
    const problems: Problem[] = []
    const values: Partial<Record<ImportColumn, unknown>> = {}
    if (!line.cells.name) problems.push({ problem: 'required', column: 'name' })
    // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- the keys of a constant are its keys
    for (const column of Object.keys(cellSchemas) as ImportColumn[]) {
      const cell = line.cells[column]
      if (!cell) continue
      if (cell.problem) {
        problems.push({ problem: cell.problem, column })
        continue
      }
      const result = cellSchemas[column].safeParse(cell.text)
      if (result.success) values[column] = result.data
      else {
        const message = result.error.issues[0]?.message ?? ''
        problems.push({ problem: isKnown(message) ? message : 'wrong-form', column })
      }
    }
    if (typeof values.phone === 'string') {
      const joined = joinPhone(values.phone, typeof values.areaCode === 'string' ? values.areaCode : null)
      if (joined) Object.assign(values, { phone: joined.phone }, joined.areaCode && { areaCode: joined.areaCode })
      else problems.push({ problem: 'wrong-form', column: 'phone' })
    }
    const { department, groups, ...fields } = values
    for (const column of uniqueColumns) {
      if (typeof values[column] !== 'string') continue
      const key = `${column} ${values[column].toUpperCase()}`
      if (seen.has(key)) problems.push({ problem: 'twice-in-file', column })
      seen.add(key)
    }
    // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- each value came out of the schema of its column
    const person = { number: line.number, name: '', ...fields } as ReadPerson
    if (isTexts(department) && department.length > 0) person.departmentPath = department
    if (isTexts(groups) && groups.length > 0) person.groupNames = groups
    return { person, problems }
  }
}

const isTexts = (value: unknown): value is string[] => Array.isArray(value)

/** Whether departments of these names could be made at all. */
export const canBeMade = (path: readonly string[]) =>
  path.length <= maxDepartmentLevels && path.every((name) => requiredLine(30).safeParse(name).success)
