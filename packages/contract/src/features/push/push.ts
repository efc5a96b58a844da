import { z } from 'zod'
import { languages } from '../../envelope.ts'
import { id, instant } from '../../fields.ts'
import { route } from '../../route.ts'

/** Browsers that one account may have told to be reached. */
export const maxPushBrowsers = 20

export const pushInput = z.object({
  isEnabled: z.boolean(),
  /** Whether a notice names the door; names of people and faces are never sent. */
  namesDoors: z.boolean(),
  /** Told to the push services, so that they can reach who runs this server. */
  contact: z.email({ error: 'email-form' }).max(128),
})

export const pushConfig = pushInput.extend({
  /** Empty before it was set for the first time. */
  contact: z.string(),
  /** The browsers of all accounts. */
  browsers: z.int(),
})
export type PushConfig = z.output<typeof pushConfig>

export const getPushConfig = route({
  method: 'GET',
  path: '/v2/push/config',
  summary: 'Whether notices are sent to browsers that are closed, by the push services of their makers',
  permission: 'service-config.manage',
  shows: 'service-config',
  response: pushConfig,
})

export const setPushConfig = route({
  method: 'PUT',
  path: '/v2/push/config',
  summary: 'Turn Web Push on or off; the key of the server is made the first time',
  permission: 'service-config.manage',
  body: pushInput,
  response: pushConfig,
  audit: { module: 'service-config', event: 'set-push' },
  changes: ['service-config'],
})

const pushBrowser = z.object({
  id,
  userAgent: z.string().nullable(),
  /** The push service that it is reached by. */
  service: z.string(),
  createdAt: instant,
  lastSentAt: instant.nullable(),
})
export type PushBrowser = z.output<typeof pushBrowser>

export const getOwnPush = route({
  method: 'GET',
  path: '/v2/push/browsers',
  summary: "The server's public key, or null while Web Push is off, and the browsers of the account that are reached",
  permission: 'session',
  response: z.object({ publicKey: z.string().nullable(), browsers: z.array(pushBrowser) }),
})

const base64Url = z.string().regex(/^[\w-]+$/)

export const addPushBrowser = route({
  method: 'POST',
  path: '/v2/push/browsers',
  summary: 'Reach this browser of the account from now on, also while it is closed',
  permission: 'session',
  body: z.object({
    endpoint: z.url({ protocol: /^https?$/ }).max(1_000),
    /** The key of the browser: a point of P-256, 65 bytes. */
    p256dh: base64Url.length(87),
    /** Its secret, 16 bytes. */
    auth: base64Url.length(22),
    language: z.enum(languages),
  }),
  response: pushBrowser,
  errors: ['push.off', 'push.address-forbidden', 'push.key-wrong', 'push.too-many'],
  audit: { module: 'account', event: 'add-push-browser' },
  changes: [],
})

export const testPushBrowser = route({
  method: 'POST',
  path: '/v2/push/browsers/:id/test',
  summary: 'Send a notice to a browser of the account now, to see that it comes',
  permission: 'session',
  params: z.object({ id }),
  errors: [
    'push.off',
    'push.not-found',
    'push.gone',
    'push.no-answer',
    'push.no-connection',
    'push.no-address',
    'push.address-forbidden',
    'push.http-forbidden',
    'push.redirected',
    'push.refused',
    'push.key-unreadable',
  ],
  audit: { module: 'account', event: 'test-push-browser' },
  changes: [],
})

export const removePushBrowser = route({
  method: 'DELETE',
  path: '/v2/push/browsers/:id',
  summary: 'Reach a browser of the account no longer',
  permission: 'session',
  params: z.object({ id }),
  errors: ['push.not-found'],
  audit: { module: 'account', event: 'remove-push-browser' },
  changes: [],
})
