import { z } from 'zod'
import { languages } from '../envelope.ts'
import { id, instant, lines, requiredLine } from '../fields.ts'
import { keyPageOf, keyPageQuery } from '../paging.ts'
import { route } from '../route.ts'

/** The permissions of a key; `write` and `control` read too. */
export const publicApiScopes = [
  'people.read',
  'people.write',
  'groups.read',
  'groups.write',
  'visitors.read',
  'visitors.write',
  'devices.read',
  'devices.control',
  'records.read',
  'alarms.read',
  'attendance.read',
  'inside.count',
  'inside.read',
  'musters.read',
  'musters.write',
  'lockdowns.read',
  'lockdowns.write',
] as const
export type PublicApiScope = (typeof publicApiScopes)[number]

export const applicationTypes = ['server', 'website', 'mobile'] as const

/**
 * BU-04. They follow from the domains: none approved and one waiting, none approved, one approved, one approved and
 * another waiting.
 */
export const applicationStates = ['pending-review', 'failed', 'using', 'using-change-pending'] as const
export type ApplicationState = (typeof applicationStates)[number]

/** The time that a domain stays valid after another has replaced it. */
export const oldDomainMonths = 3
/** The number of working days within which the result of a review is mailed. */
export const reviewWorkingDays = 5

const hostName =
  /^(?=.{1,253}$)(?!.*(^|\.)\d+$)([a-z0-9]([a-z0-9-]{0,61}[a-z0-9])?)(\.[a-z0-9]([a-z0-9-]{0,61}[a-z0-9])?)*$/
const isHost = (text: string) =>
  hostName.test(text) || z.ipv4().safeParse(text).success || z.ipv6().safeParse(text).success || isNetwork(text)

/** No wider than the largest private network: a reviewer who approves a network must know whose it is. */
const isNetwork = (text: string) => {
  const bits = Number(text.split('/')[1])
  return (z.cidrv4().safeParse(text).success && bits >= 8) || (z.cidrv6().safeParse(text).success && bits >= 32)
}

/** BU-04: domains, addresses or networks between semicolons; each once, in lower case. */
export const domainList = z
  .string()
  .max(2000)
  .transform((text) => [
    ...new Set(
      text
        .split(/[;；]/)
        .map((entry) => entry.trim().toLowerCase())
        .filter(Boolean),
    ),
  ])
  .refine((entries) => entries.length > 0, { error: 'required' })
  .refine((entries) => entries.length <= 20, { error: 'too-many' })
  .refine((entries) => entries.every(isHost), { error: 'domain-form' })

export const applicationInput = z.object({
  name: requiredLine(64),
  type: z.enum(applicationTypes),
  description: lines(500)
    .transform((text) => text || null)
    .nullable(),
  /** The address that receives the result of a review. */
  email: z.email({ error: 'email-form' }).max(128),
})

/** An application with the domain that is to be reviewed. */
export const applicationDraft = applicationInput.extend({
  domain: domainList,
  /** The language of the mail with the result. */
  language: z.enum(languages).default('en'),
})

export const domainDraft = z.object({ domain: domainList })

export const openKey = z.object({
  id,
  name: z.string(),
  appKey: z.string(),
  scopes: z.array(z.enum(publicApiScopes)),
  createdBy: z.string(),
  createdAt: instant,
  rotatedAt: instant.nullable(),
  /** Until then the secret before the last rotation is valid too. */
  previousValidToAt: instant.nullable(),
  lastUsedAt: instant.nullable(),
})
export type OpenKey = z.output<typeof openKey>

export const webhookEvents = ['record', 'alarm', 'movement', 'muster', 'lockdown-begun', 'lockdown-released'] as const

export const webhookStates = ['off', 'healthy', 'failing', 'unused'] as const

export const webhook = z.object({
  id,
  url: z.string(),
  events: z.array(z.enum(webhookEvents)),
  isEnabled: z.boolean(),
  /** `unused`: nothing was sent yet. */
  state: z.enum(webhookStates),
  failingSinceAt: instant.nullable(),
  retryAt: instant.nullable(),
  lastSuccessAt: instant.nullable(),
  /** A code of `deliveryProblems`, or `http-500`. */
  lastProblem: z.string().nullable(),
  /** Counted up to `maxCountedWaiting`. */
  waiting: z.int(),
  previousValidToAt: instant.nullable(),
  createdAt: instant,
})
export type Webhook = z.output<typeof webhook>

export const applicationSummary = z.object({
  id,
  name: z.string(),
  type: z.enum(applicationTypes),
  state: z.enum(applicationStates),
  /** The domain that was approved last. */
  domain: z.array(z.string()),
  pendingDomain: z.array(z.string()),
  /** Every origin that calls may come from: the domain, and for three months the one that it replaced. */
  whitelist: z.array(z.object({ entry: z.string(), validToAt: instant.nullable() })),
  keyCount: z.int(),
  webhookCount: z.int(),
  createdAt: instant,
})
export type ApplicationSummary = z.output<typeof applicationSummary>

export const application = applicationSummary.extend({
  description: z.string().nullable(),
  email: z.string(),
  createdBy: z.string(),
  appliedAt: instant,
  /** The last day on which the result of a review is due. */
  reviewDueOn: z.iso.date().nullable(),
  reviewedAt: instant.nullable(),
  /** The reason why the last review failed. */
  refusal: z.string().nullable(),
  keys: z.array(openKey),
  webhooks: z.array(webhook),
  /** Whether a result can be mailed. */
  canMail: z.boolean(),
})
export type Application = z.output<typeof application>

const base = '/v2/open-platform'
const permission = 'open-platform.manage'
const params = z.object({ id })
const missing = 'open-platform.application-not-found'
const audit = (event: string) => ({ module: 'open-platform', event })

export const listApplications = route({
  method: 'GET',
  path: `${base}/applications`,
  summary: 'Third-party applications, by name',
  permission,
  shows: 'open-platform',
  response: z.array(applicationSummary),
})

export const createApplication = route({
  method: 'POST',
  path: `${base}/applications`,
  summary: 'Apply for an application: its domain is reviewed by the operator of the server',
  permission,
  body: applicationDraft,
  response: application,
  errors: ['open-platform.name-taken', 'open-platform.too-many'],
  audit: audit('create'),
  changes: ['open-platform'],
})

export const getApplication = route({
  method: 'GET',
  path: `${base}/applications/:id`,
  summary: 'One application with its keys and webhooks; secrets are never among them',
  permission,
  shows: 'open-platform',
  params,
  response: application,
  errors: [missing],
})

export const updateApplication = route({
  method: 'PATCH',
  path: `${base}/applications/:id`,
  summary: "Change an application's name and contact; its domain changes only by a review",
  permission,
  params,
  body: applicationInput.partial(),
  response: application,
  errors: [missing, 'open-platform.name-taken'],
  audit: audit('update'),
  changes: ['open-platform'],
})

export const changeDomain = route({
  method: 'POST',
  path: `${base}/applications/:id/domain`,
  summary: 'Apply for another domain; the current one stays valid until it is approved',
  permission,
  params,
  body: domainDraft,
  response: application,
  errors: [missing, 'open-platform.same-domain'],
  audit: audit('change-domain'),
  changes: ['open-platform'],
})

export const deleteApplication = route({
  method: 'DELETE',
  path: `${base}/applications/:id`,
  summary: 'Delete an application: its keys and webhooks end at once',
  permission,
  params,
  errors: [missing],
  audit: audit('delete'),
  changes: ['open-platform'],
})

export const keyDraft = z.object({
  name: requiredLine(64),
  scopes: z.array(z.enum(publicApiScopes)).min(1).max(publicApiScopes.length),
})
const hours = z.int().min(0).max(720)
/** The time that the old secret stays valid after a rotation. */
export const rotation = z.object({ overlapHours: hours.default(24) })

export const createKey = route({
  method: 'POST',
  path: `${base}/applications/:id/keys`,
  summary: 'Create a key; its secret is only in this answer',
  permission,
  params,
  body: keyDraft,
  response: z.object({ key: openKey, secret: z.string() }),
  errors: [missing, 'open-platform.not-approved', 'open-platform.too-many'],
  audit: audit('create-key'),
  changes: ['open-platform'],
})

export const updateKey = route({
  method: 'PATCH',
  path: `${base}/keys/:id`,
  summary: 'Rename a key, or change what it may do',
  permission,
  params,
  body: keyDraft.partial(),
  response: openKey,
  errors: ['open-platform.key-not-found'],
  audit: audit('update-key'),
  changes: ['open-platform'],
})

export const rotateKey = route({
  method: 'POST',
  path: `${base}/keys/:id/rotate`,
  summary: 'Give a key a new secret; the old one stays valid for the given hours',
  permission,
  params,
  body: rotation,
  response: z.object({ key: openKey, secret: z.string() }),
  errors: ['open-platform.key-not-found'],
  audit: audit('rotate-key'),
  changes: ['open-platform'],
})

export const deleteKey = route({
  method: 'DELETE',
  path: `${base}/keys/:id`,
  summary: 'Revoke a key at once',
  permission,
  params,
  errors: ['open-platform.key-not-found'],
  audit: audit('delete-key'),
  changes: ['open-platform'],
})

export const webhookInput = z.object({
  url: z
    .url({ protocol: /^https?$/, error: 'url-form' })
    .max(500)
    .refine((url) => !/^https?:\/\/[^/?#]*@/i.test(url), { error: 'url-form' }),
  events: z.array(z.enum(webhookEvents)).min(1).max(webhookEvents.length),
})

const webhookErrors = ['open-platform.webhook-host'] as const

export const createWebhook = route({
  method: 'POST',
  path: `${base}/applications/:id/webhooks`,
  summary:
    'Have records, alarms, movements of people or musters sent to an address of the application; the secret is in this answer and nowhere else',
  permission,
  params,
  body: webhookInput,
  response: z.object({ webhook, secret: z.string() }),
  errors: [missing, 'open-platform.not-approved', 'open-platform.too-many', ...webhookErrors],
  audit: audit('create-webhook'),
  changes: ['open-platform'],
})

export const updateWebhook = route({
  method: 'PATCH',
  path: `${base}/webhooks/:id`,
  summary: 'Change where a webhook sends and what, or switch it on or off; waiting events are sent when it is on again',
  permission,
  params,
  body: webhookInput.extend({ isEnabled: z.boolean() }).partial(),
  response: webhook,
  errors: ['open-platform.webhook-not-found', ...webhookErrors],
  audit: audit('update-webhook'),
  changes: ['open-platform'],
})

export const rotateWebhook = route({
  method: 'POST',
  path: `${base}/webhooks/:id/rotate`,
  summary: 'Give a webhook a new secret; for the given hours, calls are signed with both',
  permission,
  params,
  body: rotation,
  response: z.object({ webhook, secret: z.string() }),
  errors: ['open-platform.webhook-not-found'],
  audit: audit('rotate-webhook'),
  changes: ['open-platform'],
})

export const deleteWebhook = route({
  method: 'DELETE',
  path: `${base}/webhooks/:id`,
  summary: 'Delete a webhook; waiting events are not sent',
  permission,
  params,
  errors: ['open-platform.webhook-not-found'],
  audit: audit('delete-webhook'),
  changes: ['open-platform'],
})

export const testWebhook = route({
  method: 'POST',
  path: `${base}/webhooks/:id/test`,
  summary: 'Send a test event, delivered like all events',
  permission,
  params,
  response: z.object({ deliveryId: id }),
  errors: ['open-platform.webhook-not-found', 'open-platform.webhook-off'],
  audit: audit('test-webhook'),
  changes: ['open-platform'],
})

export const deliveryStates = ['waiting', 'delivered', 'failed'] as const

/** The reason why a delivery attempt failed, besides `http-500` and similar codes. */
export const deliveryProblems = [
  'timeout',
  'no-connection',
  'no-address',
  'address-forbidden',
  'http-forbidden',
  'host-not-approved',
  'secret-unreadable',
  'redirect',
  'too-old',
  'gone',
] as const
export type DeliveryProblem = (typeof deliveryProblems)[number] | `http-${number}`

export const delivery = z.object({
  id,
  kind: z.enum([...webhookEvents, 'test']),
  /** The id of the record, the alarm, the movement or the muster. */
  subjectId: id,
  subjectAt: instant,
  state: z.enum(deliveryStates),
  attempts: z.int(),
  retryAt: instant.nullable(),
  status: z.int().nullable(),
  problem: z.string().nullable(),
  durationMs: z.int().nullable(),
  createdAt: instant,
  finishedAt: instant.nullable(),
})
export type Delivery = z.output<typeof delivery>

export const listDeliveries = route({
  method: 'GET',
  path: `${base}/webhooks/:id/deliveries`,
  summary: 'Deliveries of a webhook, sent and waiting, newest first; without their content',
  permission,
  shows: 'open-platform',
  params,
  query: keyPageQuery.extend({ state: z.enum(deliveryStates).optional() }),
  response: keyPageOf(delivery),
  errors: ['open-platform.webhook-not-found'],
})

export const replayDeliveries = route({
  method: 'POST',
  path: `${base}/webhooks/:id/replay`,
  summary: 'Send deliveries again: these, or all that failed',
  permission,
  params,
  body: z.object({ ids: z.array(id).min(1).max(200).optional() }),
  response: z.object({ count: z.int() }),
  errors: ['open-platform.webhook-not-found', 'open-platform.webhook-off'],
  audit: audit('replay'),
  changes: ['open-platform'],
})
