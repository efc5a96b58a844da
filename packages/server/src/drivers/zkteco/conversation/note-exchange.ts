import type { ZkCall, ZkReply } from '../zk-call.ts'
import type { ZkParts, ZkSession } from '../zk-session.ts'
import { describeCall } from './describe-call.ts'

/** A terminal that only says that it is there is noted this often, and after everything else that it says. */
const quietMs = 10 * 60_000
const maxQuiet = 20
const quiet: ReadonlySet<string> = new Set(['asks-work', 'alive', 'asks-time', 'states', 'asks-file'])
const quietAnswers: ReadonlySet<string> = new Set(['nothing-waits', 'ok', 'time', 'file-part'])

/** Tells an exchange to those who look for a fault. Quiet calls, which come every few seconds, would hide all others. */
export function noteExchange(
  { events, services }: ZkParts,
  { device, quietNoted }: ZkSession,
  call: ZkCall,
  { reply, tookMs }: { reply: ZkReply; tookMs: number },
): void {
  const now = services.clock.now()
  const content = describeCall(call, reply)
  const isQuiet =
    content.said.every(({ word }) => quiet.has(word)) && content.answered.every(({ word }) => quietAnswers.has(word))
  if (isQuiet) {
    const kind = `${content.call} ${content.said.map(({ text }) => text.replace(/time=[^=]*(?= {2}|$)/i, '')).join()}`
    const noted = quietNoted.get(kind)
    if (noted !== undefined && now.epochMilliseconds - noted < quietMs) return
    if (quietNoted.size >= maxQuiet) quietNoted.clear()
    quietNoted.set(kind, now.epochMilliseconds)
  } else quietNoted.clear()
  events.exchanged(device, {
    beganAt: now.subtract({ milliseconds: tookMs }).round('millisecond').toString(),
    tookMs,
    content,
  })
}
