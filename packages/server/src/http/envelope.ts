import { type Language, languageOf, headers } from '@gatehouse/contract/envelope.ts'
import { AppError, type ErrorCode, errorStatus } from '@gatehouse/contract/errors.ts'
import { errorText } from '@gatehouse/contract/texts/error-text.ts'
import type { FastifyReply, FastifyRequest } from 'fastify'

/** Success and failure in the one envelope of the product; nothing else writes it. */
export const succeed = (data: unknown) => ({ code: '200', message: 'success', desc: '', data })

/** The language of the LANGUAGE header, else of the browser. */
export function languageOfRequest(request: FastifyRequest): Language {
  const named = request.headers[headers.language]
  if (typeof named === 'string') return languageOf(named)
  return languageOf(request.headers['accept-language']?.split(',')[0] ?? '')
}

export function fail(request: FastifyRequest, reply: FastifyReply, code: ErrorCode, details: AppError['details'] = {}) {
  const status = errorStatus[code]
  const desc = errorText(code, languageOfRequest(request), { ...details, requestId: request.id })
  if (typeof details.seconds === 'number' && (status === 429 || status === 503))
    void reply.header('retry-after', Math.ceil(details.seconds))
  return reply.code(status).send({ code: String(status), message: code, desc, data: details })
}

/**
 * Turns whatever was thrown into the envelope: a known code as it is, Fastify's own refusals by their meaning, all else
 * a 500 with the request's id, whose cause stands in the log only.
 */
export function answerError(error: unknown, request: FastifyRequest, reply: FastifyReply) {
  if (error instanceof AppError) return fail(request, reply, error.code, error.details)
  const statusCode = error instanceof Error && 'statusCode' in error ? error.statusCode : undefined
  if (isDiskFull(error)) {
    request.log.error({ err: error }, 'the disk is full')
    return fail(request, reply, 'server.disk-full', { seconds: 30 })
  }
  if (statusCode === 413) return fail(request, reply, 'request.too-large', { limit: readableLimit(request) })
  if (statusCode === 415) return fail(request, reply, 'request.unsupported-type')
  if (statusCode === 429) return fail(request, reply, 'request.too-many', { seconds: 1 })
  if (typeof statusCode === 'number' && statusCode < 500) {
    request.log.info({ err: error }, 'refused')
    return fail(request, reply, 'request.invalid', { fields: 'body' })
  }
  request.log.error({ err: error }, 'failed')
  return fail(request, reply, 'server.failed')
}

/** Of the file system, and of PostgreSQL. */
const diskFull: readonly unknown[] = ['ENOSPC', 'EDQUOT', '53100']
const isDiskFull = (error: unknown) => error instanceof Error && 'code' in error && diskFull.includes(error.code)

const readableLimit = (request: FastifyRequest) => `${Math.round(request.routeOptions.bodyLimit / 1024)} kB`
