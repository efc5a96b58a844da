/** The columns of the template of a list of staff, in its order. The titles stand in `texts/import-*.ts`. */
export const templateColumns = [
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

/**
 * Every column that a list may have: the columns of an export. `personId` names the person of the line, whatever else
 * was edited: an exported list changes these people and nobody else.
 */
export const importColumns = [...templateColumns, 'personId'] as const
export type ImportColumn = (typeof importColumns)[number]

/** The problems of a line of the list, or of a picture of a batch. */
export const importProblems = [
  // a cell
  'required',
  'too-long',
  'not-storable',
  'control-character',
  'wrong-form',
  'date-ambiguous',
  'cell-error',
  'number-rounded',
  // a line
  'department-not-found',
  'department-ambiguous',
  'department-too-deep',
  'group-not-found',
  'twice-in-file',
  'taken',
  'person-unknown',
  'person-limit',
  // a picture
  'wrong-type',
  'zip-in-zip',
  'unsafe-name',
  'encrypted',
  'damaged',
  'nobody',
  'several',
  'person-gone',
  'other-face',
  'portrait-limit',
  'unreadable',
  'too-large',
  'check-failed',
  'duplicate-face',
] as const
export type ImportProblem = (typeof importProblems)[number]

/** The texts in the files of an import (template, result) and beside its lines in the console. */
export type ImportTexts = {
  columns: Record<ImportColumn, string>
  /** The explanation of a column: the second sheet of the template. */
  hints: Record<ImportColumn, string>
  problems: Record<ImportProblem, string>
  /** The form of a column, with an example: shown beside `wrong-form`. */
  forms: Partial<Record<ImportColumn, string>>
  outcomes: Record<'created' | 'updated' | 'unchanged' | 'failed', string>
  sheet: string
  explanation: string
  result: string
  file: string
  notDone: string
  cell: string
}
