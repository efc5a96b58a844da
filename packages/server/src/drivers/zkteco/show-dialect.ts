import { networkOf } from '../../lib/network-of.ts'
import { withMutex } from '../../lib/with-mutex.ts'
import type { ZkCall } from './zk-call.ts'
import { hasJustMoved } from './check-caller.ts'
import { readAgain } from './follow-offset.ts'
import { queueOf, type ZkParts, type ZkSession } from './zk-session.ts'
import { type Dialect, dialectOf, dialectTypes } from './zkteco-make.ts'
import { findZkDevice, insertCommands, startOver, updateZkDevice } from './zkteco-store.ts'

const tables: ReadonlyMap<string, Dialect> = new Map([
  ['attlog', 'attendance'],
  ['operlog', 'attendance'],
  ['rtlog', 'access'],
  ['rtstate', 'access'],
  ['tabledata', 'access'],
])

/** `isSure`: no terminal of the other dialect says it. */
type Shown = { dialect: Dialect; isSure: boolean }

/** The dialect that a call belongs to; undefined: both have it. Some terminals of the access dialect send attendance before they register. */
function dialectShownBy({ call, method, query }: Pick<ZkCall, 'call' | 'method' | 'query'>): Shown | undefined {
  if (call === 'registry' || call === 'rtdata') return { dialect: 'access', isSure: true }
  if (call !== 'cdata') return undefined
  if (method === 'POST') {
    const dialect = tables.get(query.get('table')?.toLowerCase() ?? '')
    return dialect && { dialect, isSure: dialect === 'access' }
  }
  const type = query.get('devicetype')?.toLowerCase() ?? ''
  if (type.startsWith('acc')) return { dialect: 'access', isSure: true }
  return type.startsWith('att') ? { dialect: 'attendance', isSure: true } : undefined
}

/**
 * The first greeting may say nothing of the dialect, and an administrator accepts a guess. Later calls show it: one that was taken for the
 * other starts over. Once it was shown for sure, nothing changes it. A greeting shows it once it is known to be that terminal's. Of one that
 * calls from a new network it counts after a time: a caller that knows a serial number could take its people from it, and a terminal that still
 * calls from its own place is bound there again at once.
 */
export async function noteDialect(parts: ZkParts, session: ZkSession, call: ZkCall): Promise<void> {
  const shown = session.shownDialect === 'sure' ? undefined : dialectShownBy(call)
  if (shown === undefined || (!shown.isSure && session.shownDialect === 'perhaps')) return
  if (session.network !== networkOf(call.address)) return
  const { services, events } = parts
  await withMutex(queueOf(session), async () => {
    const zk = await findZkDevice(services.db, session.device.id)
    if (!zk || hasJustMoved(parts, zk.ip_changed_at)) return
    session.shownDialect = shown.isSure || zk.is_dialect_shown ? 'sure' : 'perhaps'
    if (zk.is_dialect_shown) return
    if (dialectOf(zk.type) !== shown.dialect) {
      services.log.warn(
        { deviceId: session.device.id, dialect: shown.dialect },
        'a terminal speaks another dialect than it was taken for',
      )
      await events.typeShown(session.device, dialectTypes[shown.dialect])
      await startOver(services.db, session.device.id, services.clock.now().toString())
      // It was given options of the other.
      if (shown.dialect === 'attendance') await insertCommands(services.db, session.device.id, [readAgain(parts)])
      Object.assign(session, {
        hasWork: true,
        asksOptions: true,
        followsSettings: true,
        urgentCursor: undefined,
        sentRevision: null,
        charset: undefined,
      })
    }
    if (shown.isSure) await updateZkDevice(services.db, session.device.id, { is_dialect_shown: true })
  })
}
