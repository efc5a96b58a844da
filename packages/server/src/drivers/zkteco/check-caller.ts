import { alsoCallsFrom } from '@gatehouse/contract/device/outcome-words.ts'
import { networkOf } from '../../lib/network-of.ts'
import type { Call } from './protocol/read-address.ts'
import type { Fields } from './protocol/read-fields.ts'
import type { ZkParts, ZkSession } from './zk-session.ts'
import { findZkDevice, insertZkDevice } from './zkteco-store.ts'

/** Two networks that use one serial number within this time are two machines. */
const alternatesWithinMs = 600_000

type Asked = { call: Call; method: string; query: Fields }

/** The calls by which a terminal shows who it is. Whatever else it asks, it must have greeted from where it is. */
export const isGreeting = (asked: Asked) => asked.call === 'registry' || asksOptions(asked)

/** It asks for its configuration. Some send that as they send everything else. */
export const asksOptions = ({ call, method, query }: Pick<Asked, 'method' | 'query'> & { call: Call | null }) =>
  call === 'cdata' && query.has('options') && (method === 'GET' || !query.has('table'))

/**
 * Whether a call of this serial number may be answered: its queue holds names, cards and faces, and a command at the door is given out once.
 * It goes to where the terminal greeted from; elsewhere a greeting is answered, in which it shows its key.
 */
export async function isFromTerminal(
  parts: ZkParts,
  session: ZkSession,
  address: string,
  asked: Asked,
): Promise<boolean> {
  // One that was accepted while it was running greets nobody for hours, and has alarms to tell.
  if (!session.isKept) await insertZkDevice(parts.services.db, session.device.id)
  session.isKept = true
  const network = networkOf(address)
  if (session.network !== network && !(await isRemembered(parts, session, network))) {
    if (isGreeting(asked)) return true
    noteOther(parts, session, network, true)
    return false
  }
  const other = recentOther(parts, session)
  if (other?.wasRefused && other.name !== network) await tellAlternating(parts, session, address, other.name)
  return true
}

/** After a restart, or a greeting at another server, the device's row knows more than this process. A device without an address takes the first. */
async function isRemembered({ services }: ZkParts, session: ZkSession, network: string): Promise<boolean> {
  const zk = await findZkDevice(services.db, session.device.id)
  if (!zk) return true
  const kept = zk.ip === null || zk.ip === '' ? network : networkOf(zk.ip)
  session.network = kept
  return kept === network
}

/** It showed that it is the terminal: from here on its calls come from here. */
export async function bindTo(parts: ZkParts, session: ZkSession, address: string): Promise<void> {
  const network = networkOf(address)
  const before = session.network
  if (before === network) return
  const other = recentOther(parts, session)
  // The new place of a terminal that moved was refused a moment ago; only one that it had left is another machine's.
  if (before !== null && other?.wasRefused === false && other.name === network)
    await tellAlternating(parts, session, address, before)
  session.network = network
  if (before === null) return
  // Stored at once: other servers, and this one after a restart, know since when it calls from there.
  await parts.events.calledFrom(session.device, address)
  noteOther(parts, session, before, false)
}

/**
 * Whether its address changed a moment ago: that it is the terminal is known once no other calls from where it was. `changedAt`: as it is
 * stored, since a server that restarts meanwhile must not forget it.
 */
export function hasJustMoved({ services }: Pick<ZkParts, 'services'>, changedAt: string | null): boolean {
  if (changedAt === null) return false
  const changedMs = Temporal.Instant.from(changedAt).epochMilliseconds
  return services.clock.now().epochMilliseconds - changedMs <= alternatesWithinMs
}

function noteOther({ services }: ZkParts, session: ZkSession, name: string, wasRefused: boolean): void {
  session.otherNetwork = { name, wasRefused, atMs: services.clock.now().epochMilliseconds }
}

const recentOther = ({ services }: ZkParts, { otherNetwork: other }: ZkSession) =>
  other && services.clock.now().epochMilliseconds - other.atMs <= alternatesWithinMs ? other : null

/** A terminal that moved calls from one place. Calls from two, in turns, are those of two machines. */
async function tellAlternating({ events }: ZkParts, session: ZkSession, address: string, other: string): Promise<void> {
  session.otherNetwork = null
  await events.cloneSeen(session.device, alsoCallsFrom(other), address)
}
