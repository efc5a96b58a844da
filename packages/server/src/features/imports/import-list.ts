import { storedName } from '@gatehouse/contract/texts/default-names.ts'
import type { Ctx } from '../../ctx.ts'
import { inTransaction } from '../../ctx.ts'
import { createDepartmentPaths, pathSeparator } from '../departments/department-path-actions.ts'
import { getDefaultGroupId, lockGroupsByName } from '../person-groups/person-group-reads.ts'
import { type ListedPerson, type ListVerdict, saveListed } from '../staff/staff-import-actions.ts'
import { notifyProgress } from './import-progress.ts'
import {
  countOutcomes,
  endLease,
  finishRun,
  insertRows,
  lastNumber,
  lockRun,
  type NewRow,
  type Problem,
  type Run,
  selectFailedNumbers,
} from './import-store.ts'
import { canBeMade, createTakenNumbers, readPerson, type ReadPerson, type TakenNumbers } from './read-person.ts'
import { sealLabel } from './row-label.ts'
import { readWorkbook } from './sheet-thread.ts'

/** The number of lines in one transaction: others wait for the departments that long, a quarter of a second. */
const chunk = 250

type ReadLine = { person: ReadPerson; problems: Problem[] }

/**
 * Works through an Excel list from where it was left. Each step stores its lines and their results together, so
 * that a server that dies in between repeats nothing and loses nothing.
 */
export async function importList(ctx: Ctx, run: Run, signal: AbortSignal): Promise<void> {
  const bytes = run.source_hash && (await ctx.blobs.get(run.source_hash))
  if (!bytes) throw new Error(`the file of import ${run.id} is not there`)
  const list = await readWorkbook(bytes, 'en')
  const lines = list.lines.map(readPerson)
  const done = await lastNumber(ctx.db, run.id)
  const waiting = lines.filter(({ person }) => person.number > done)
  // In a run that continues, the lines that succeeded own their numbers.
  const taken = createTakenNumbers()
  const failed = await selectFailedNumbers(ctx.db, run.id)
  for (const { person } of lines) if (person.number <= done && !failed.has(person.number)) taken.take(person)
  const startedAt = performance.now()
  for (let start = 0; start < waiting.length; start += chunk) {
    if (signal.aborted) return void (await endLease(ctx.db, run.id))
    const perSecond = start === 0 ? null : start / ((performance.now() - startedAt) / 1000)
    const isOpen = await importLines(ctx, run, taken, waiting.slice(start, start + chunk), perSecond)
    await notifyProgress(ctx, run.id)
    if (!isOpen) return
  }
  await finishRun(ctx.db, run.id, ctx.clock.now().toString())
  await notifyProgress(ctx, run.id)
}

/** Runs one step; false when somebody stopped the import. */
const importLines = (ctx: Ctx, run: Run, taken: TakenNumbers, lines: readonly ReadLine[], perSecond: number | null) =>
  inTransaction(ctx, async (ctx) => {
    const locked = await lockRun(ctx.db, run.id)
    if (locked?.state !== 'running') return false
    const { people, problems } = await resolveLines(ctx, run, taken, lines)
    const defaultGroupId = await getDefaultGroupId(ctx.db, 'staff')
    const verdicts = await saveListed(ctx, { defaultGroupId, addedAt: run.created_at }, people)
    for (const person of people) if (verdicts.get(person.number)?.outcome === 'failed') taken.release(person)
    const rows = lines.map(({ person }) =>
      toRow(ctx, person, problems.get(person.number) ?? [], verdicts.get(person.number)),
    )
    await insertRows(ctx.db, run.id, rows)
    const outcomes = rows.map(({ outcome }) => outcome ?? 'failed')
    await countOutcomes(ctx.db, run.id, outcomes, perSecond)
    return true
  })

function toRow(ctx: Ctx, person: ReadPerson, problems: readonly Problem[], verdict: ListVerdict | undefined): NewRow {
  const row = { number: person.number, label: sealLabel(ctx.keys, person.name), labelHash: null, sourceHash: null }
  if (!verdict) return { ...row, outcome: 'failed', problems, personId: null }
  if (verdict.outcome !== 'failed')
    return { ...row, outcome: verdict.outcome, problems: [], personId: verdict.personId }
  const { problem, column } = verdict
  return { ...row, outcome: 'failed', problems: [{ problem, ...(column ? { column } : {}) }], personId: null }
}

/** Finds the departments and groups that the lines name; lines with a problem are not among the people. */
async function resolveLines(ctx: Ctx, run: Run, taken: TakenNumbers, lines: readonly ReadLine[]) {
  const departments = await createDepartmentPaths(ctx)
  const groups = await lockGroupsByName(ctx.db, 'staff')
  const people: ListedPerson[] = []
  const problems = new Map<number, Problem[]>()
  for (const line of lines) {
    const { departmentPath, groupNames, ...person } = line.person
    const found = [...line.problems]
    const department = departmentPath ? departments.find(departmentPath) : undefined
    let wanted: string[] | undefined
    let departmentId = typeof department === 'string' ? department : undefined
    if (Array.isArray(department)) {
      const value = department.slice(0, 5).join('; ').slice(0, 500)
      found.push({ problem: 'department-ambiguous', column: 'department', value })
    } else if (departmentPath && department === null) {
      const value = departmentPath.join(pathSeparator).slice(0, 200)
      if (!run.makes_departments) found.push({ problem: 'department-not-found', column: 'department', value })
      else if (!canBeMade(departmentPath)) found.push({ problem: 'department-too-deep', column: 'department', value })
      else if (found.length === 0) wanted = departmentPath
    }
    const groupOf = (name: string) => groups.get(name) ?? groups.get(storedName(name))
    for (const name of groupNames ?? [])
      if (!groupOf(name)) found.push({ problem: 'group-not-found', column: 'groups', value: name.slice(0, 100) })
    if (found.length === 0) found.push(...taken.take(line.person))
    problems.set(person.number, found)
    if (found.length > 0) continue
    // Only an accepted line creates departments; a refused line creates none.
    if (wanted) departmentId = await departments.make(wanted)
    people.push({
      ...person,
      ...(departmentId ? { departmentId } : {}),
      ...(groupNames ? { groupIds: groupNames.flatMap((name) => groupOf(name) ?? []) } : {}),
    })
  }
  return { people, problems }
}
