import { withMutex } from '../../lib/with-mutex.ts'
import type { ZkCall } from './zk-call.ts'
import { readAgain } from './follow-offset.ts'
import { queueOf, type ZkParts, type ZkSession } from './zk-session.ts'
import { type Dialect, dialectOf, dialectTypes } from './zkteco-make.ts'
import { findZkDevice, insertCommands, startOver, updateZkDevice } from './zkteco-store.ts'

const tables: Readonly<Record<string, Dialect>> = {
  attlog: 'attendance',
  operlog: 'attendance',
  rtlog: 'access',
  rtstate: 'access',
  tabledata: 'access',
}

/** The dialect that a call belongs to; undefined: both have it. */
export function dialectShownBy({
  call,
  method,
  query,
}: Pick<ZkCall, 'call' | 'method' | 'query'>): Dialect | undefined {
  if (call === 'registry' || call === 'rtdata') return 'access'
  if (call !== 'cdata') return undefined
  if (method === 'POST') return tables[query.get('table')?.toLowerCase() ?? '']
  const type = query.get('devicetype')?.toLowerCase() ?? ''
  return type.startsWith('acc') ? 'access' : type.startsWith('att') ? 'attendance' : undefined
}

/**
 * The first greeting may say nothing of the dialect, and an administrator accepts a guess. Later calls show it, once:
 * one that was taken for the other starts over.
 */
export async function noteDialect(parts: ZkParts, session: ZkSession, call: ZkCall): Promise<void> {
  const shown = session.isDialectShown ? undefined : dialectShownBy(call)
  if (shown === undefined) return
  const { services, events } = parts
  await withMutex(queueOf(session), async () => {
    const zk = await findZkDevice(services.db, session.device.id)
    if (!zk) return
    session.isDialectShown = true
    if (zk.is_dialect_shown) return
    if (dialectOf(zk.type) !== shown) {
      services.log.warn(
        { deviceId: session.device.id, dialect: shown },
        'a terminal speaks another dialect than it was taken for',
      )
      await events.typeShown(session.device, dialectTypes[shown])
      await startOver(services.db, session.device.id, services.clock.now().toString())
      // It was given options of the other.
      if (shown === 'attendance') await insertCommands(services.db, session.device.id, [readAgain(parts)])
      Object.assign(session, { hasWork: true, asksOptions: true, urgentCursor: undefined, sentRevision: null })
    }
    await updateZkDevice(services.db, session.device.id, { is_dialect_shown: true })
  })
}
