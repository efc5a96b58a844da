import { countryCodes } from '@gatehouse/contract/country-codes.ts'
import { maxDepartmentLevels } from '@gatehouse/contract/features/departments.ts'
import { lines, optionalLine, requiredLine } from '@gatehouse/contract/fields.ts'
import { cardNumber, jobIdLine } from '@gatehouse/contract/features/staff.ts'
import { readPhone } from '@gatehouse/contract/phone-number.ts'
import type { ImportColumn } from '@gatehouse/contract/import-columns.ts'
import { z } from 'zod'
import { joinPhone } from '../../people/person-columns.ts'
import type { ListedPerson } from '../staff/staff-import-actions.ts'
import type { Problem } from './import-store.ts'
import { readDate } from './read-date.ts'
import type { SheetLine } from './sheet-jobs.ts'

/** A line of the list as people, departments and groups by name. */
export type ReadPerson = Omit<ListedPerson, 'departmentId' | 'groupIds' | 'staffType'> & {
  staffType?: 1 | 2
  departmentPath?: string[]
  groupNames?: string[]
}

const date = z.string().transform((text, context) => {
  const on = readDate(text)
  if (on === 'ambiguous') context.addIssue({ code: 'custom', message: 'date-ambiguous' })
  else if (on === undefined) context.addIssue({ code: 'custom', message: 'form' })
  else return on
  return z.NEVER
})
const phone = z.string().transform((text, context) => {
  const number = readPhone(text, { keepsOwnCode: true })
  if (number !== undefined) return number
  context.addIssue({ code: 'custom', message: 'form' })
  return z.NEVER
})
const matching = (pattern: RegExp) => z.string().regex(pattern)

const employee = new Set(['1', 'employee', '正式员工', '员工', '正式員工', '員工'])
const intern = new Set(['2', 'intern', '实习生', '實習生'])
const staffType = z.string().transform((text, context) => {
  if (employee.has(text.toLowerCase())) return 1 as const
  if (intern.has(text.toLowerCase())) return 2 as const
  context.addIssue({ code: 'custom', message: 'form' })
  return z.NEVER
})

const parts = (separator: RegExp) =>
  z.string().transform((text) => text.split(separator).flatMap((part) => part.trim() || []))

/** The schema of a cell of each column; the limits are those of the form. */
const cellSchemas = {
  name: requiredLine(128),
  phone,
  areaCode: z
    .string()
    .transform((text) => `+${text.replaceAll(/[\s()+-]/g, '').replace(/^00/, '')}`)
    .pipe(matching(/^\+\d{1,4}$/)),
  extension: optionalLine(20),
  department: optionalLine(500).pipe(parts(/\//)),
  position: optionalLine(45),
  jobId: jobIdLine,
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
  personId: z.uuid(),
} as const satisfies Record<ImportColumn, z.ZodType>

/** `fields.ts` names the problem of a text; any other problem is a wrong form. */
const known = new Set(['required', 'too-long', 'not-storable', 'control-character', 'date-ambiguous'] as const)
type KnownProblem = typeof known extends Set<infer P> ? P : never
const isKnown = (message: string): message is KnownProblem => (known as Set<string>).has(message)

/** A line of a list, whatever the other lines hold. */
export function readPerson(line: SheetLine): { person: ReadPerson; problems: Problem[] } {
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
    // null: the text of the cell cannot be read.
    if (result.success) {
      if (result.data !== null) values[column] = result.data
    } else {
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
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- each value came out of the schema of its column
  const person = { number: line.number, name: '', ...fields } as ReadPerson
  if (isTexts(department) && department.length > 0) person.departmentPath = department
  if (isTexts(groups) && groups.length > 0) person.groupNames = groups
  return { person, problems }
}

/** The columns whose values are unique to a person. */
const uniqueColumns = ['personId', 'jobId', 'phone', 'icCard', 'idNumber'] as const

/** The first line with each number. A line that fails does not block its numbers. */
export function createTakenNumbers() {
  const lines = new Map<string, number>()
  const keysOf = (person: ReadPerson) =>
    uniqueColumns.flatMap((column) => {
      const value = person[column]
      return value === undefined ? [] : [{ column, key: `${column} ${value.toUpperCase()}` }]
    })
  return {
    /** The numbers that an earlier line has already; if there are none, this line claims its numbers. */
    take(person: ReadPerson): Problem[] {
      const keys = keysOf(person)
      const problems = keys.flatMap(({ column, key }) => {
        const line = lines.get(key)
        return line === undefined ? [] : [{ problem: 'twice-in-file' as const, column, value: String(line) }]
      })
      if (problems.length === 0) for (const { key } of keys) lines.set(key, person.number)
      return problems
    },
    release(person: ReadPerson): void {
      for (const { key } of keysOf(person)) if (lines.get(key) === person.number) lines.delete(key)
    },
  }
}
export type TakenNumbers = ReturnType<typeof createTakenNumbers>

const isTexts = (value: unknown): value is string[] => Array.isArray(value)

/** Whether departments of these names could be made at all. */
export const canBeMade = (path: readonly string[]) =>
  path.length <= maxDepartmentLevels && path.every((name) => requiredLine(30).safeParse(name).success)
