import type { FastifyInstance } from 'fastify'
import { plainAddresses } from '../lib/network-of.ts'

/**
 * Makes one list of plain addresses of the `X-Forwarded-For` of proxies, before anybody asks `request.ip`: with a port each
 * connection would be a caller of its own, and none would ever wait.
 */
export function readForwardedFor(fastify: FastifyInstance): void {
  fastify.addHook('onRequest', async ({ raw: { headers } }) => {
    const given = headers['x-forwarded-for']
    if (given === undefined) return
    const addresses = plainAddresses([given].flat().join(','))
    if (addresses.length > 0) headers['x-forwarded-for'] = addresses.join(', ')
    else delete headers['x-forwarded-for']
  })
}
