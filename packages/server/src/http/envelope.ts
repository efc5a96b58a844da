import { type Language, languageOf, headers } from '@gatehouse/contract/envelope.ts'
import { AppError, type ErrorCode, errorDefinitions } from '@gatehouse/contract/errors.ts'
import { errorText } from '@gatehouse/contract/texts/error-text.ts'
import { checkLabel, labelOfPath } from '@gatehouse/contract/texts/field-labels.ts'
import { told } from '@gatehouse/contract/texts/request-problems.ts'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { z } from 'zod'
import type { DiskGuard } from '../db/disk-guard.ts'
import { StorageUnavailableError } from '../lib/blob-store.ts'

/** Success and failure in the one envelope of the product; nothing else writes it. */
export const succeed = (data: unknown) => ({ code: '200', message: 'success', desc: '', data })

/** The language of the LANGUAGE header, else of the browser. */
export function languageOfRequest(request: FastifyRequest): Language {
  const named = request.headers[headers.language]
  if (typeof named === 'string') return languageOf(named)
  return languageOf(request.headers['accept-language']?.split(',')[0] ?? '')
}

/**
 * ERR-02: if a text names an instant, its day on the reader's calendar (TIME-ZONE), which `data` leaves to programs.
 */
function withDays(request: FastifyRequest, details: AppError['details']): AppError['details'] {
  const named = request.headers[headers.timeZone]
  const offset = typeof named === 'string' ? /^GMT([+-]\d\d:\d\d)$/.exec(named)?.[1] : undefined
  const dayOf = (value: unknown) =>
    typeof value === 'string' && isInstant.test(value)
      ? Temporal.Instant.from(value)
          .toZonedDateTimeISO(offset ?? 'UTC')
          .toPlainDate()
          .toString()
      : value
  return Object.fromEntries(Object.entries(details).map(([name, value]) => [name, dayOf(value)]))
}
const isInstant = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(\.\d+)?Z$/

export function fail(request: FastifyRequest, reply: FastifyReply, code: ErrorCode, details: AppError['details'] = {}) {
  const { status } = errorDefinitions[code]
  const language = languageOfRequest(request)
  const desc = errorText(code, language, {
    ...withDays(request, details),
    ...inWords(details, language),
    requestId: request.id,
  })
  const issues = issuesOf(details)
  const data = issues ? { ...details, issues: issues.map((issue) => told(issue, language)) } : details
  if (typeof details.seconds === 'number' && (status === 429 || status === 503))
    void reply.header('retry-after', Math.ceil(details.seconds))
  return reply.code(status).send({ code: String(status), message: code, desc, data })
}

const issueList = z.array(
  z.object({
    path: z.string(),
    problem: z.string(),
    min: z.number().optional(),
    max: z.number().optional(),
    values: z.string().optional(),
  }),
)
const issuesOf = ({ issues }: AppError['details']) => issueList.safeParse(issues).data

/**
 * The values of a sentence that have a label in the caller's language: the fields of a request, the checks of a
 * portrait.
 */
function inWords({ fields, failed }: AppError['details'], language: Language): Record<string, string> {
  const between = language === 'en' ? '; ' : '；'
  const list = (names: string, label: (name: string) => string) =>
    [...new Set(names.split(', ').map(label))].join(between)
  return {
    ...(typeof fields === 'string' && { fields: list(fields, (path) => labelOfPath(path, language)) }),
    ...(typeof failed === 'string' && { failed: list(failed, (name) => checkLabel(name, language) ?? name) }),
  }
}

/**
 * Turns any error into the envelope: a known code as it is, Fastify's own refusals by their meaning, all others into a
 * 500 with the request's id; the cause is only in the log.
 */
export async function answerError(error: unknown, request: FastifyRequest, reply: FastifyReply) {
  if (error instanceof AppError) return fail(request, reply, error.code, error.details)
  // The caller hung up while sending; nobody hears the answer.
  if (error === request.raw.errored) {
    request.log.info({ err: error }, 'given up by the caller')
    return fail(request, reply, 'request.invalid', { fields: 'body' })
  }
  const code = codeOf(error)
  const statusCode = error instanceof Error && 'statusCode' in error ? error.statusCode : undefined
  if (code === 'server.failed') {
    if (statusCode === 413) {
      await drain(request)
      const limitBytes = request.routeOptions.bodyLimit
      return fail(request, reply, 'request.too-large', { limit: readableSize(limitBytes), limitBytes })
    }
    // An address that no file can have, of the plugin that serves the built pages.
    if (statusCode === 403) return fail(request, reply, 'request.not-found')
    if (statusCode === 415) return fail(request, reply, 'request.unsupported-type')
    if (statusCode === 429) return fail(request, reply, 'request.too-many', { seconds: 1 })
    if (typeof statusCode === 'number' && statusCode < 500) {
      request.log.info({ err: error }, 'refused')
      return fail(request, reply, 'request.invalid', { fields: 'body' })
    }
  }
  request.log.error({ err: error }, code)
  return fail(request, reply, code, retryAfterSeconds[code] ? { seconds: retryAfterSeconds[code] } : {})
}

/** The answer to an error, for the caller and the operation log. */
export function codeOf(error: unknown): ErrorCode {
  if (error instanceof AppError) return error.code
  if (isDiskFull(error)) return 'server.disk-full'
  if (isStorageUnavailable(error)) return 'server.storage-away'
  return 'server.failed'
}

/** Refuses a call that could not be stored, before it fails. @throws AppError server.disk-full */
export function refuseWhenReadOnly(disk: DiskGuard): void {
  if (disk.isReadOnly()) throw new AppError('server.disk-full', { seconds: fullForSeconds })
}

const fullForSeconds = 30
const retryAfterSeconds: Partial<Record<ErrorCode, number>> = {
  'server.disk-full': fullForSeconds,
  'server.storage-away': 5,
}

/** Of the file system, and of PostgreSQL. */
const diskFull: readonly unknown[] = ['ENOSPC', 'EDQUOT', '53100']
/** PostgreSQL reports its own disk; a file system may report another one. */
export const isDatabaseFull = (error: unknown) => error instanceof Error && 'code' in error && error.code === '53100'
const isDiskFull = (error: unknown) => error instanceof Error && 'code' in error && diskFull.includes(error.code)

/** PostgreSQL ends or does not take connections yet (57P, 08), or a connection to it fails. */
const unavailableCode = /^(57P0[123]|08\w{3}|ECONNREFUSED|ECONNRESET|EPIPE)$/
/** The driver's own words for a connection that broke, or that does not answer, have no code. */
const unavailableMessage =
  /^(Connection terminated|Client (was closed|has encountered a connection error)|Query read timeout|timeout (expired|exceeded when trying))/
const isStorageUnavailable = (error: unknown) =>
  error instanceof StorageUnavailableError ||
  (error instanceof Error &&
    (('code' in error && unavailableCode.test(String(error.code))) ||
      // A database on this machine: then the file of its socket is missing.
      ('syscall' in error && error.syscall === 'connect') ||
      unavailableMessage.test(error.message)))

const readableSize = (bytes: number) =>
  bytes % 1_048_576 === 0 ? `${bytes / 1_048_576} MiB` : `${Math.round(bytes / 1024)} KiB`

/** The number of bytes of a body that is too large that are read and discarded, and the time for it. */
const maxDrainedBytes = 64 * 1024 * 1024
const maxDrainMs = 60_000

/**
 * Reads a refused body to its end: a caller who is still sending would see a broken connection in the place of the answer,
 * and try the same again for ever.
 */
async function drain({ raw }: FastifyRequest): Promise<void> {
  if (raw.readableEnded || raw.destroyed) return
  const { promise, resolve } = Promise.withResolvers<void>()
  const timer = setTimeout(resolve, maxDrainMs)
  let bytes = 0
  const count = (chunk: Buffer) => {
    bytes += chunk.length
    if (bytes > maxDrainedBytes) resolve()
  }
  raw.on('data', count).once('end', resolve).once('close', resolve).once('error', resolve)
  await promise
  clearTimeout(timer)
  raw.off('data', count).pause()
}
