/** The columns of an Excel list of staff, in the order of the template. The titles stand in `texts/import-*.ts`. */
export const importColumns = [
  'name',
  'phone',
  'areaCode',
  'extension',
  'department',
  'position',
  'jobId',
  'email',
  'icCard',
  'idNumber',
  'workingPlace',
  'birthday',
  'entryDate',
  'staffType',
  'countryCode',
  'regionCode',
  'groups',
  'remark',
] as const
export type ImportColumn = (typeof importColumns)[number]

/** What can be wrong with a line of the list, or with a picture of a batch. */
export const importProblems = [
  // a cell
  'required',
  'too-long',
  'not-storable',
  'control-character',
  'wrong-form',
  'cell-error',
  'number-rounded',
  // a line
  'department-not-found',
  'department-too-deep',
  'group-not-found',
  'twice-in-file',
  'taken',
  'person-limit',
  // a picture
  'wrong-type',
  'unsafe-name',
  'encrypted',
  'damaged',
  'nobody',
  'several',
  'person-gone',
  'unreadable',
  'too-large',
  'check-failed',
  'duplicate-face',
] as const
export type ImportProblem = (typeof importProblems)[number]

/** What stands in the files of an import (template, result) and beside its lines in the console. */
export type ImportTexts = {
  columns: Record<ImportColumn, string>
  /** What belongs into a column: the second sheet of the template. */
  hints: Record<ImportColumn, string>
  problems: Record<ImportProblem, string>
  outcomes: Record<'created' | 'updated' | 'unchanged' | 'failed', string>
  sheet: string
  explanation: string
  result: string
  file: string
  notDone: string
  cell: string
}
