/** The lanes of the queue: what happens at the door goes first, then zones, which a lockdown closes, then what takes rights away, then the rest. */
export const lanes = { door: 0, zone: 1, removal: 2, data: 3 } as const
export type Lane = (typeof lanes)[keyof typeof lanes]

export type OpenCommand = {
  number: number
  lane: Lane
  state: 'waiting' | 'sent'
  sentCount: number
  sentMs: number | null
  /** The terminal refused it for now. */
  isAside: boolean
  /** It waits for one about the same person that was refused for now. */
  isBehind: boolean
  /** People's rights name it. */
  isZone: boolean
  /** Of commands at the door; null: it waits as long as it takes. */
  expiresMs: number | null
}

export type Next = {
  /** In this order; a command at the door goes alone. */
  send: OpenCommand[]
  /** Those whose time is over: never sent, or sent without an answer. */
  over: { command: OpenCommand; state: 'expired' | 'unknown' | 'failed' }[]
}

const urgentSeconds = [30, 60, 120, 300]
const dataSeconds = [60, 300, 900, 3600]

/** Sent this often without an answer, a command is given up. */
const maxSent = 5

/**
 * The commands for this poll, of the open ones in their order, at most `most`. A command at the door is sent once and within its time. One of
 * data is sent again with the same number until it is answered, ever more rarely, by itself, and nothing overtakes it: the order is kept.
 * Only people who go do not wait for zones. The wait counts only since the terminal has been online. A command that was refused for now holds
 * up those about the same person alone, and a zone the people whose rights name it. It is sent again when nothing else goes; where it takes
 * rights away, before everything else.
 */
export function decideNext(open: readonly OpenCommand[], nowMs: number, onlineSinceMs: number, most = 1): Next {
  const over: Next['over'] = []
  const door = open.filter(({ lane }) => lane === lanes.door)
  for (const command of door)
    if (command.expiresMs !== null && nowMs >= command.expiresMs)
      over.push({ command, state: command.state === 'waiting' ? 'expired' : 'unknown' })
  const isOver = (command: OpenCommand) => over.some((one) => one.command === command)
  const opening = door.find((command) => command.state === 'waiting' && !isOver(command))
  if (opening) return { send: [opening], over }

  const aside = open.filter(({ isAside, isBehind }) => isAside && !isBehind)
  for (const command of aside.filter(({ lane }) => lane !== lanes.data)) {
    if (!isDue(command, nowMs, onlineSinceMs)) continue
    if (command.sentCount < maxSent) return { send: [command], over }
    over.push({ command, state: 'failed' })
  }
  const send: OpenCommand[] = []
  const held = new Set<Lane>(aside.some((command) => command.isZone && !isOver(command)) ? [lanes.data] : [])
  for (const command of open.filter(({ lane, isAside, isBehind }) => lane !== lanes.door && !isAside && !isBehind)) {
    if (send.length >= most) break
    if (held.has(command.lane) || (held.size > 0 && command.lane === lanes.data)) continue
    if (command.state === 'waiting') send.push(command)
    else if (send.length > 0 || !isDue(command, nowMs, onlineSinceMs)) held.add(command.lane)
    else if (command.sentCount < maxSent) return { send: [command], over }
    else over.push({ command, state: 'unknown' })
  }
  if (send.length > 0 || held.size > 0) return { send, over }
  for (const command of aside.filter(({ lane }) => lane === lanes.data)) {
    if (!isDue(command, nowMs, onlineSinceMs)) continue
    if (command.sentCount < maxSent) return { send: [command], over }
    over.push({ command, state: 'failed' })
  }
  return { send, over }
}

function isDue({ lane, sentCount, sentMs }: OpenCommand, nowMs: number, onlineSinceMs: number): boolean {
  const waits = lane === lanes.data ? dataSeconds : urgentSeconds
  const seconds = waits[Math.min(sentCount, waits.length) - 1] ?? 0
  return nowMs - Math.max(sentMs ?? 0, onlineSinceMs) >= seconds * 1000
}
