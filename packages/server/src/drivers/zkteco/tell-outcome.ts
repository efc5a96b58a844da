import { answeredWith, noAnswerCame, notReadable, tookItsPlace } from '@gatehouse/contract/device/outcome-words.ts'
import { takeAlarms } from './take-alarms.ts'
import type { ZkParts, ZkSession } from './zk-session.ts'
import { forgetUntaken, isOutdone } from './zkteco-store.ts'

/** A wrong parameter, or no such operand: no repetition closes a door that is none. */
const noSuchDoor: ReadonlySet<number> = new Set([-11, -13])

type Ended = {
  number: number
  what: string
  command_id: string | null
  port: number | null
  state: string
  code: number | null
  finished_at: string | null
}

/** Tells the outcome of a command. Told twice it is the same, and the person at the console reads it last: a server may die in between. */
export async function tellOutcome(parts: ZkParts, session: ZkSession, ended: Ended): Promise<void> {
  const { services, events } = parts
  const { device } = session
  const { what, command_id: commandId, port, state, code } = ended
  const isDone = state === 'done'
  const at = ended.finished_at ?? services.clock.now().toString()
  const isNoDoor = what === 'normal' && noSuchDoor.has(code ?? 0)
  if (isNoDoor) await forgetUntaken(services.db, device.id, [ended.number])
  if (isDone && what === 'release-alarm' && commandId)
    await takeAlarms(parts, session, [{ is: 'cancelled', door: port ?? 0, at, isOfLog: false }])
  // Told again, it says nothing of a door that was told something else since.
  const isDoor = isDone && (what === 'hold-open' || what === 'normal')
  if (isDoor && !(await isOutdone(services.db, device.id, ended))) {
    const door = { port: port ?? 1, contact: null, isHeldOpen: what === 'hold-open', isLeftOpen: false }
    await events.doors(device, at, [door])
  }
  if (!commandId) return
  if (isDone) await events.commandDone(device, commandId, 'done', null)
  else if (state === 'failed')
    await events.commandDone(device, commandId, 'failed', code === null ? notReadable : answeredWith(code, isNoDoor))
  else if (state === 'replaced') await events.commandDone(device, commandId, 'failed', tookItsPlace)
  else if (state === 'unknown') await events.commandDone(device, commandId, 'unknown', noAnswerCame)
}
