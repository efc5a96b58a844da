import { createHash, timingSafeEqual } from 'node:crypto'
import type { DeviceIdentity } from '../../device-link/device-directory.ts'
import { blindIndex } from '../../lib/seal.ts'
import type { ZkParts, ZkSession } from './zk-session.ts'

type Keys = Pick<ZkParts['services']['keys'], 'blindIndex'>

/**
 * The codes that an access terminal is given as it registers, by a key of this installation: its id and its LDID, which many may read, tell
 * nobody what they are. Registering again gives the same.
 */
export function registrationOf({ blindIndex: key }: Keys, { id, ldid }: Pick<DeviceIdentity, 'id' | 'ldid'>) {
  const codeOf = (what: string) => blindIndex(key, `zkteco ${what} ${id} ${ldid}`).toString('hex').slice(0, 24)
  return { registryCode: codeOf('registry'), sessionId: codeOf('session') }
}

/** The token that it makes of them; that it is an MD5 is the document's choice. */
function tokenOf(keys: Keys, device: Pick<DeviceIdentity, 'id' | 'ldid'>, serialNumber: string): string {
  const { registryCode, sessionId } = registrationOf(keys, device)
  return createHash('md5').update(`${registryCode}${serialNumber}${sessionId}`).digest('hex')
}

/** Compared as long as the texts are, so that the time of an answer tells no part of a token. */
function isSameToken(shown: string, expected: string): boolean {
  const [one, other] = [Buffer.from(shown), Buffer.from(expected)]
  return one.length === other.length && timingSafeEqual(one, other)
}

/** The token of a `Cookie` head; some write a time behind it, with a comma. */
const tokenIn = (cookie: string | undefined): string | undefined =>
  /(?:^|[;,\s])token="?([\w+/=-]{1,128})/i.exec(cookie ?? '')?.[1]?.toLowerCase()

type Asked = {
  cookie: string | undefined
  serialNumber: string
  address: string
  isGreeting: boolean
  /** The kind of its call: firmware shows its token with each call of a kind, or with none of it. */
  kind: string
}

/**
 * Whether a call may be of the terminal by the token that it shows. Old firmware shows none, and the documents do not say that newer firmware
 * shows it with every call: only a call of a kind with which it has shown the right one lacks it. One that shows another than the document says makes
 * it in its own way, or has it of another server: that is pinned once it has shown its key. Once it has shown the right one, or its own, another is that of
 * another machine; as it greets it may still have an old one.
 */
export async function hasItsToken({ services, events }: ZkParts, session: ZkSession, asked: Asked): Promise<boolean> {
  const token = tokenIn(asked.cookie)
  const { device } = session
  if (token === undefined) {
    if (asked.isGreeting || !session.shownWith.has(asked.kind)) return true
    await events.cloneSeen(device, 'no token', asked.address)
    return false
  }
  if (isSameToken(token, tokenOf(services.keys, device, asked.serialNumber))) {
    session.token = 'right'
    if (!asked.isGreeting && session.shownWith.size < maxKinds) session.shownWith.add(asked.kind)
    return true
  }
  if (asked.isGreeting) return true
  if (session.token === undefined)
    services.log.warn({ deviceId: device.id }, 'a terminal shows another token than it should')
  // Before it has shown its key, anybody at its address could pin it to a token that it does not have.
  if (session.token === undefined || (session.token !== 'right' && !session.token.isPinned)) {
    session.token = { own: token, isPinned: session.hasShownKey }
    return true
  }
  if (session.token !== 'right' && isSameToken(token, session.token.own)) return true
  await events.cloneSeen(device, 'another token', asked.address)
  return false
}

/** More kinds of calls than a terminal has: their names are its own. */
const maxKinds = 100

/** It registered, with its key: a token of its own is pinned again, and other firmware may show none. */
export function forgetOwnToken(session: ZkSession): void {
  session.shownWith.clear()
  if (session.token !== 'right') session.token = undefined
}
