import { z } from 'zod'
import { languages } from '../envelope.ts'
import { id, instant, requiredLine } from '../fields.ts'
import { importColumns, importProblems } from '../import-columns.ts'
import { pageOf, pageQuery } from '../paging.ts'
import { route } from '../route.ts'
import { givenConsent } from './people/notice.ts'
import { alikeFace, forceFace, portraitCheck } from './portraits.ts'

/** MAN-07: 2 MB, as the specification says it. */
export const maxWorkbookBytes = 2 * 1024 * 1024
/** A zip is sent in pieces of this many bytes; the last one may be smaller. */
export const zipPartSize = 8 * 1024 * 1024
/** 2 GB: 500 portraits of the largest size allowed, or 10,000 of a usual one. */
export const maxZipParts = 256
/** Pictures in one batch, as files or in zips. */
export const maxPictures = 20_000
/** Pictures in one request. */
export const maxPicturesAtOnce = 20

export const importKinds = ['staff', 'portraits'] as const
export const importOutcomes = ['created', 'updated', 'unchanged', 'failed'] as const

export const importRun = z.object({
  id,
  kind: z.enum(importKinds),
  /** `uploading`: more may follow. `running`: everything is uploaded and is being processed. */
  state: z.enum(['uploading', 'running', 'done', 'cancelled']),
  name: z.string(),
  total: z.int(),
  counts: z.object({ created: z.int(), updated: z.int(), unchanged: z.int(), failed: z.int() }),
  /** Seconds until it is done, as estimated now. */
  secondsLeft: z.int().nullable(),
  /** Portrait batch: at least twenty pictures match nobody, and none matches a person. Their names are of another kind. */
  namesNobody: z.boolean(),
  /** Titles of the list that this product does not know: their columns were ignored. */
  ignoredColumns: z.array(z.string()),
  creator: z.string(),
  createdAt: instant,
  finishedAt: instant.nullable(),
})
export type ImportRun = z.output<typeof importRun>

export const importProblem = z.object({
  problem: z.enum(importProblems),
  column: z.enum(importColumns).optional(),
  /** The thing that prevented it: a department, a group. */
  value: z.string().optional(),
  /** For `check-failed`: the checks that failed. */
  checks: z.array(portraitCheck).optional(),
})

export const importRow = z.object({
  /** The line of the sheet, or the number of the picture. */
  number: z.int(),
  /** The name in the line, or the picture's file name. */
  label: z.string(),
  /** null: not done yet. */
  outcome: z.enum(importOutcomes).nullable(),
  problems: z.array(importProblem),
  person: z.object({ id, name: z.string(), portraitId: id.nullable() }).nullable(),
  alike: alikeFace.omit({ isOneFace: true }).nullable(),
})
export type ImportRow = z.output<typeof importRow>

const params = z.object({ id })
const language = z.object({ language: z.enum(languages).default('en') })

export const listImports = route({
  method: 'GET',
  path: '/v2/imports',
  summary: 'Excel imports and portrait batches, newest first',
  permission: 'staff.write',
  shows: 'imports',
  query: pageQuery.extend({ kind: z.enum(importKinds).optional() }),
  response: pageOf(importRun),
})

export const getImport = route({
  method: 'GET',
  path: '/v2/imports/:id',
  summary: 'One import with its progress',
  permission: 'staff.write',
  shows: 'imports',
  params,
  response: importRun,
  errors: ['import.not-found'],
})

export const listImportRows = route({
  method: 'GET',
  path: '/v2/imports/:id/rows',
  summary: 'Lines or pictures of an import with their results, in order',
  permission: 'staff.write',
  shows: 'imports',
  params,
  query: pageQuery.extend({ outcome: z.enum([...importOutcomes, 'waiting']).optional() }),
  response: pageOf(importRow),
  errors: ['import.not-found'],
})

export const getImportTemplate = route({
  method: 'GET',
  path: '/v2/imports/template',
  summary: 'The Excel template (.xls) with the titles in a language',
  permission: 'staff.write',
  query: language,
  replyKind: 'stream',
  acceptsCookie: true,
})

export const getImportResult = route({
  method: 'GET',
  path: '/v2/imports/:id/result',
  summary:
    'Excel import: the uploaded file with a column of what became of each line (.xls, or .xlsx of the other formats)',
  permission: 'staff.write',
  params,
  query: language,
  replyKind: 'stream',
  acceptsCookie: true,
  errors: ['import.not-found', 'server.busy'],
})

export const getRefusedPortraits = route({
  method: 'GET',
  path: '/v2/imports/:id/refused',
  summary: 'Portrait batch: the rejected pictures with a list of reasons (.zip)',
  permission: 'staff.write',
  params,
  query: language,
  replyKind: 'stream',
  acceptsCookie: true,
  errors: ['import.not-found'],
})

export const importStaff = route({
  method: 'POST',
  path: '/v2/imports/staff',
  summary:
    'Import staff from one .xls, .xlsx or .csv file of at most 2 MB (multipart field `file`); the lines are worked through afterwards',
  permission: 'staff.write',
  query: z.object({ makesDepartments: z.stringbool().default(false) }),
  bodyKind: 'files',
  response: importRun,
  errors: [
    'import.file-missing',
    'import.one-file',
    'import.too-large',
    'import.not-xls',
    'import.damaged',
    'import.macros',
    'import.wrong-template',
    'import.empty',
    'import.no-bytes',
    'import.too-long',
    'server.busy',
  ],
  audit: { module: 'staff', event: 'import' },
  changes: ['imports'],
})

export const startPortraitBatch = route({
  method: 'POST',
  path: '/v2/imports/portraits',
  summary: 'Begin a batch of portraits; pictures follow as files or as a zip in pieces',
  permission: 'staff.write',
  body: z.object({
    name: requiredLine(128),
    /** Keeps portraits although the face is registered already as somebody else's. */
    force: forceFace,
    /** The account that uploads them has asked everybody in them. */
    consent: givenConsent.optional(),
  }),
  response: importRun,
  errors: ['consent.missing', 'consent.other-text'],
  audit: { module: 'staff', event: 'import-portraits' },
  changes: ['imports'],
})

export const addPictures = route({
  method: 'POST',
  path: '/v2/imports/:id/pictures',
  summary:
    'Up to 20 pictures (multipart field `file`, named by job id, phone or name). One that is there already is not taken twice',
  permission: 'staff.write',
  params,
  bodyKind: 'files',
  response: z.object({ added: z.int(), known: z.int() }),
  errors: ['import.not-found', 'import.closed', 'import.file-missing', 'import.too-many'],
  audit: { module: 'staff', event: 'import-portraits' },
  changes: [],
})

export const addZipPart = route({
  method: 'POST',
  path: '/v2/imports/:id/parts/:number',
  summary:
    'One piece of a zip (multipart field `file`), counted from 0; all but the last are 8 MB. Sending it again is harmless',
  permission: 'staff.write',
  params: params.extend({
    number: z.coerce
      .number()
      .int()
      .min(0)
      .max(maxZipParts - 1),
  }),
  bodyKind: 'files',
  errors: ['import.not-found', 'import.closed', 'import.file-missing', 'import.part-wrong'],
  audit: { module: 'staff', event: 'import-portraits' },
  changes: [],
})

export const listZipParts = route({
  method: 'GET',
  path: '/v2/imports/:id/parts',
  summary: 'The parts of the zip that have arrived, so that an upload can continue',
  permission: 'staff.write',
  params,
  response: z.array(z.object({ number: z.int(), size: z.int() })),
  errors: ['import.not-found'],
})

export const finishUpload = route({
  method: 'POST',
  path: '/v2/imports/:id/finish',
  summary: 'Everything is uploaded: the batch ends when the last picture is checked',
  permission: 'staff.write',
  params,
  response: importRun,
  errors: ['import.not-found', 'import.closed', 'import.part-missing', 'import.zip-damaged', 'import.too-many'],
  audit: { module: 'staff', event: 'import-portraits' },
  changes: ['imports'],
})

export const cancelImport = route({
  method: 'POST',
  path: '/v2/imports/:id/cancel',
  summary: 'Stop an import; what is done stays done',
  permission: 'staff.write',
  worksOnFullDisk: true,
  params,
  response: importRun,
  errors: ['import.not-found', 'import.closed'],
  audit: { module: 'staff', event: 'import-cancel' },
  changes: ['imports'],
})

export const deleteImport = route({
  method: 'DELETE',
  path: '/v2/imports/:id',
  summary: 'Delete a finished import: its file, pictures and lines; the people stay',
  permission: 'staff.write',
  worksOnFullDisk: true,
  params,
  errors: ['import.not-found', 'import.still-running'],
  audit: { module: 'staff', event: 'import-delete' },
  changes: ['imports'],
})
