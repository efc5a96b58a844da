import type { Refusal } from '@gatehouse/contract/device/refusal.ts'
import { AppError } from '@gatehouse/contract/errors.ts'
import { type RequestIssue, requestIssue, told } from '@gatehouse/contract/texts/request-problems.ts'
import type { FastifyRequest } from 'fastify'
import { z } from 'zod'
import { languageOfRequest } from '../http/envelope.ts'

/** The problem of one entry of a batch, found by a closer check than a schema can make. */
export class EntryRefused extends Error {
  readonly path: string
  readonly problem: string
  constructor(path: string, problem: string) {
    super(`${path}: ${problem}`)
    this.path = path
    this.problem = problem
  }
}

const entries = (most: number) => z.array(z.unknown()).min(1).max(most)
/** The body of a route whose entries are checked one by one. */
export const looseRecords = (most: number) =>
  z.object({ records: entries(most), refusesSingly: z.boolean().default(false) })
export const looseAlarms = (most: number) =>
  z.object({ alarms: entries(most), refusesSingly: z.boolean().default(false) })

/** An entry that was refused, with its place in the batch. */
type RefusedEntry = { index: number; issues: RequestIssue[] }

/** The refused entries in the language of the caller, with the names of the problems for programs. */
export function refusedInWords(request: FastifyRequest, refused: readonly RefusedEntry[]): Refusal[] {
  const language = languageOfRequest(request)
  return refused.map(({ index, issues }) => ({
    index,
    issues: issues.map((issue) => {
      const { path, code, problem } = told(issue, language)
      return { path, code, problem }
    }),
  }))
}

type Options<T extends z.ZodType, Row> = {
  /** The field of the batch in its body, for the names of fields. */
  name: string
  schema: T
  /** @throws EntryRefused */
  toRow: (entry: z.output<T>) => Row
  refusesSingly: boolean
}

/**
 * The entries of a batch as rows, each with its place in the batch. An entry that cannot be stored is refused alone if
 * the caller understands that, so that no other entry is lost; otherwise it refuses the whole batch, with its place,
 * before anything is written.
 * @throws AppError request.invalid
 */
export function readBatch<T extends z.ZodType, Row>(
  batch: readonly unknown[],
  { name, schema, toRow, refusesSingly }: Options<T, Row>,
): { rows: Row[]; places: number[]; refused: RefusedEntry[] } {
  const rows: Row[] = []
  const places: number[] = []
  const refused: RefusedEntry[] = []
  for (const [index, entry] of batch.entries()) {
    const read = readEntry(schema, toRow, entry)
    if (read.issues === undefined) {
      rows.push(read.row)
      places.push(index)
    } else if (refusesSingly) refused.push({ index, issues: read.issues })
    else {
      const issues = read.issues.map((issue) => ({ ...issue, path: `${name}.${index}.${issue.path}` }))
      throw new AppError('request.invalid', { fields: [...new Set(issues.map(({ path }) => path))].join(', '), issues })
    }
  }
  return { rows, places, refused }
}

type ReadEntry<Row> = { row: Row; issues?: undefined } | { issues: RequestIssue[] }

function readEntry<T extends z.ZodType, Row>(
  schema: T,
  toRow: (entry: z.output<T>) => Row,
  entry: unknown,
): ReadEntry<Row> {
  const result = schema.safeParse(entry, { reportInput: true })
  if (!result.success) {
    return { issues: result.error.issues.slice(0, 20).map(requestIssue) }
  }
  try {
    return { row: toRow(result.data) }
  } catch (error) {
    if (!(error instanceof EntryRefused)) throw error
    return { issues: [{ path: error.path, problem: error.problem }] }
  }
}
