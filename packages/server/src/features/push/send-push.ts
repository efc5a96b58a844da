import { type Language, languages } from '@gatehouse/contract/envelope.ts'
import { can, roles } from '@gatehouse/contract/permissions.ts'
import webPush from 'web-push'
import { z } from 'zod'
import type { Services } from '../../ctx.ts'
import type { QueuedJob } from '../../jobs/job-runner.ts'
import type { OutboundHttp } from '../../lib/outbound-http.ts'
import { unsealOrSkip } from '../../lib/seal.ts'
import { permissionsOf, type PushNotice, sendPushJob } from './push-actions.ts'
import type { PushProblem } from './push-refusals.ts'
import { endpointContext, keysContext, privateKeyContext } from './push-seals.ts'
import {
  deleteBrowser,
  findListener,
  findPushConfig,
  notePushed,
  type PushBrowserRow,
  type PushConfigRow,
} from './push-store.ts'
import { pushText } from './push-words.ts'

const job = z.object({
  browserId: z.string(),
  notice: z.discriminatedUnion('kind', [
    z.object({ kind: z.literal('alarm'), id: z.string(), code: z.int(), door: z.string() }),
    z.object({ kind: z.literal('visit') }),
  ]),
}) satisfies z.ZodType<{ browserId: string; notice: PushNotice }>
const keys = z.object({ p256dh: z.string(), auth: z.string() })
const language = z.enum(languages).catch('en')

/** The time for which a push service keeps a notice for a browser that it does not reach. */
const keptSeconds = 3_600
/** The browser is gone, or has turned notices off: the push service will never take another. */
const gone: ReadonlySet<number | null> = new Set([404, 410])

export const pushJob = (services: Services, http: OutboundHttp): QueuedJob => ({
  name: sendPushJob,
  async run(payload) {
    const { browserId, notice } = job.parse(payload)
    const { db } = services
    const [config, browser] = [await findPushConfig(db), await findListener(db, browserId)]
    const role = browser && roles[browser.role]
    // Meanwhile it was turned off, or the account has another role.
    if (!config?.is_enabled || !role || !permissionsOf(notice).every((permission) => can(role, permission))) return
    const problem = await sendToBrowser(services, http, config, browser, (language) =>
      pushText(notice, language, config.names_doors),
    )
    if (problem !== null && problem !== 'gone') throw new Error(`a push service did not take a notice: ${problem}`)
  },
})

type Listener = Pick<PushBrowserRow, 'id' | 'endpoint_sealed' | 'keys_sealed' | 'language'>

/**
 * Sends one notice to one browser: encrypted for it alone (RFC 8291), signed with the key of the server (RFC 8292), by the push
 * service that the browser named (RFC 8030), over the same guard against private addresses as webhooks. Gives the reason why it
 * was not taken, or null; a browser that is gone is forgotten.
 */
export async function sendToBrowser(
  { db, clock, keys: { column } }: Pick<Services, 'db' | 'clock' | 'keys'>,
  http: OutboundHttp,
  config: PushConfigRow,
  browser: Listener,
  textIn: (language: Language) => object,
): Promise<PushProblem | null> {
  const open = (sealed: Buffer, context: string) => unsealOrSkip(column, sealed, context)?.toString()
  const privateKey = open(config.private_key_sealed, privateKeyContext)
  const endpoint = open(browser.endpoint_sealed, endpointContext)
  const openedKeys = open(browser.keys_sealed, keysContext)
  if (!privateKey || !endpoint || !openedKeys) return 'key-unreadable'
  const { headers, body } = webPush.generateRequestDetails(
    { endpoint, keys: keys.parse(JSON.parse(openedKeys)) },
    JSON.stringify(textIn(language.parse(browser.language))),
    {
      vapidDetails: { subject: `mailto:${config.contact}`, publicKey: config.public_key, privateKey },
      TTL: keptSeconds,
      urgency: 'high',
      contentEncoding: 'aes128gcm',
    },
  )
  const { status, problem } = await http.post(endpoint, textsOf(headers), body ?? '')
  if (gone.has(status)) {
    await deleteBrowser(db, browser.id)
    return 'gone'
  }
  if (problem === null) await notePushed(db, browser.id, clock.now().round('millisecond').toString())
  return problem
}

const textsOf = (headers: object): Record<string, string> =>
  Object.fromEntries(Object.entries(headers).map(([name, value]) => [name, String(value)]))
