import type { Refusal } from '@gatehouse/contract/device/refusal.ts'
import { AppError } from '@gatehouse/contract/errors.ts'
import { z } from 'zod'

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
): { rows: Row[]; places: number[]; refused: Refusal[] } {
  const rows: Row[] = []
  const places: number[] = []
  const refused: Refusal[] = []
  for (const [index, entry] of batch.entries()) {
    const read = readEntry(schema, toRow, entry)
    if (read.issues === undefined) {
      rows.push(read.row)
      places.push(index)
    } else if (refusesSingly) refused.push({ index, issues: read.issues })
    else {
      const issues = read.issues.map(({ path, problem }) => ({ path: `${name}.${index}.${path}`, problem }))
      throw new AppError('request.invalid', { fields: [...new Set(issues.map(({ path }) => path))].join(', '), issues })
    }
  }
  return { rows, places, refused }
}

type ReadEntry<Row> = { row: Row; issues?: undefined } | { issues: Refusal['issues'] }

function readEntry<T extends z.ZodType, Row>(
  schema: T,
  toRow: (entry: z.output<T>) => Row,
  entry: unknown,
): ReadEntry<Row> {
  const result = schema.safeParse(entry)
  if (!result.success) {
    const issues = result.error.issues.slice(0, 20)
    return { issues: issues.map(({ path, message }) => ({ path: path.join('.'), problem: message })) }
  }
  try {
    return { row: toRow(result.data) }
  } catch (error) {
    if (!(error instanceof EntryRefused)) throw error
    return { issues: [{ path: error.path, problem: error.problem }] }
  }
}
