import { z } from 'zod'
import { route } from '../route.ts'
import { sessionUser } from './auth.ts'

export const startOpenId = route({
  method: 'GET',
  path: '/v2/openid/start',
  summary: 'Sends the browser to the OpenID provider',
  permission: 'public',
  replyKind: 'stream',
  errors: ['openid.off'],
})

export const finishOpenId = route({
  method: 'GET',
  path: '/v2/openid/callback',
  summary: 'The return address of the OpenID provider; redirects to the login page with a single-use ticket',
  permission: 'public',
  // the provider may send back more parameters than we asked for: RFC 6749, section 4.1.2, has a client ignore them
  query: z.looseObject({ state: z.string().max(500).optional() }),
  replyKind: 'stream',
  errors: ['openid.off'],
})

export const openOpenIdSession = route({
  method: 'POST',
  path: '/v2/openid/session',
  summary: 'A session for the ticket of the OpenID callback; the role follows the groups of the person',
  permission: 'public',
  worksOnFullDisk: true,
  body: z.object({ ticket: z.string().regex(/^[A-Za-z0-9_-]{43}$/) }),
  response: sessionUser.extend({ token: z.string() }),
  errors: [
    'openid.off',
    'openid.attempt-over',
    'openid.no-role',
    'openid.account-taken',
    'auth.account-disabled',
    'auth.internet-stopped',
    'licence.required',
  ],
  audit: 'self',
  changes: [],
})
