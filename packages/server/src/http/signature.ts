import { createHmac, timingSafeEqual } from 'node:crypto'
import { headers, signatureWindowMs, signedText, signingConstant } from '@gatehouse/contract/envelope.ts'
import { AppError } from '@gatehouse/contract/errors.ts'
import type { FastifyRequest } from 'fastify'
import type { Clock } from '../lib/clock.ts'

/**
 * Checks REQ-03's signature. A request without one is accepted (curl must work); one with a wrong signature, or from a
 * clock more than five minutes off, is not. It is compatibility, not security: everybody has the constant.
 */
export function checkSignature(request: FastifyRequest, clock: Clock): void {
  const sign = request.headers[headers.sign]
  if (sign === undefined) return
  const timestamp = request.headers[headers.timestamp]
  const token = request.headers[headers.token] ?? ''
  if (typeof sign !== 'string' || typeof timestamp !== 'string' || typeof token !== 'string')
    throw new AppError('request.unsigned')
  const expected = createHmac('sha256', signingConstant).update(signedText(timestamp, token)).digest('hex')
  const given = Buffer.from(sign)
  if (given.length !== expected.length || !timingSafeEqual(given, Buffer.from(expected)))
    throw new AppError('request.unsigned')
  const offMs = Math.abs(clock.now().epochMilliseconds - Number(timestamp))
  if (!(offMs <= signatureWindowMs)) throw new AppError('request.clock-off', { seconds: Math.round(offMs / 1000) || 0 })
}
