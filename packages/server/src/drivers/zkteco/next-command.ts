/**
 * The lanes of the queue: what happens at the door goes first, then zones, which a lockdown closes, then what takes rights away, then
 * settings and the clock, then people, who may be thousands.
 */
export const lanes = { door: 0, zone: 1, removal: 2, setting: 3, data: 4 } as const
export type Lane = (typeof lanes)[keyof typeof lanes]

export type OpenCommand = {
  number: number
  lane: Lane
  state: 'waiting' | 'sent'
  sentCount: number
  sentMs: number | null
  /** The terminal refused it for now. */
  isAside: boolean
  /** It was given up before, and takes something from somebody. */
  isAgain: boolean
  /** The number of whom it is about; null: nobody. */
  person: number | null
  /** People's rights name it. */
  isZone: boolean
  /** It closes a door: unlike what opens one it may be sent again. */
  closes: boolean
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

/** A door that was told to close answers within this time, or is told again (`take-away.ts`). */
const closingSeconds = 60

/** A command that was sent this often without an answer is given up. One that is tried for ever holds the others up as briefly as can be. */
const maxSent = ({ isAgain }: OpenCommand) => (isAgain ? 1 : 5)

type Poll = {
  nowMs: number
  onlineSinceMs: number
  /** Commands that the terminal takes at once. */
  most?: number
  /** The last poll got one that was refused for now. */
  wasAside?: boolean
}

/**
 * The commands for this poll, of the open ones in their order, at most `most`. A command at the door is sent once and within its time. One of
 * data is sent again with the same number until it is answered, ever more rarely, by itself, and nothing overtakes it: the order is kept.
 * Only people who go, and settings, do not wait for zones, and nobody waits for a setting. The wait counts only since the terminal has been
 * online. A command that was refused for now holds up those about the same person alone, which are not given here, and a zone the people whose rights name it. It is sent again when nothing
 * else goes; where it takes rights away, before everything but other zones, and every second time: many of them hold up nobody for long.
 */
export function decideNext(inOrder: readonly OpenCommand[], { wasAside = false, ...poll }: Poll): Next {
  const open = againLast(inOrder)
  const over: Next['over'] = []
  const { nowMs } = poll
  const door = open.filter(({ lane }) => lane === lanes.door)
  const isUnanswered = ({ closes, state, sentMs }: OpenCommand) =>
    closes && state === 'sent' && nowMs - Math.max(sentMs ?? 0, poll.onlineSinceMs) >= closingSeconds * 1000
  for (const command of door)
    if ((command.expiresMs !== null && nowMs >= command.expiresMs) || isUnanswered(command))
      over.push({ command, state: command.state === 'waiting' ? 'expired' : 'unknown' })
  const isOver = (command: OpenCommand) => over.some((one) => one.command === command)
  const opening = door.find((command) => command.state === 'waiting' && !isOver(command))
  if (opening) return { send: [opening], over }

  const aside = open.filter(({ lane, isAside }) => lane !== lanes.door && isAside)
  const due = aside.filter((command) => isDue(command, poll))
  const giveUp = (command: OpenCommand) => over.push({ command, state: 'failed' })
  const isUrgent = ({ lane }: OpenCommand) => lane < lanes.setting
  for (const command of due) if (isUrgent(command) && command.sentCount >= maxSent(command)) giveUp(command)
  const urgent = due.find((command) => isUrgent(command) && !isOver(command))
  const isZoneOut = aside.some((command) => command.isZone && !isOver(command))
  const { send, isHeld } = decideBatch(open, { ...poll, isZoneOut, over })
  const isUrgentNow = urgent !== undefined && send[0]?.lane !== lanes.zone && (send.length === 0 || !wasAside)
  if (isUrgentNow) return { send: [urgent], over }
  if (send.length > 0 || isHeld) return { send, over }
  for (const command of due.filter((one) => !isUrgent(one))) {
    if (command.sentCount < maxSent(command)) return { send: [command], over }
    giveUp(command)
  }
  return { send, over }
}

/**
 * Those of whom something is taken again go behind the others of their lane, with all that is theirs: a terminal that answers nothing would
 * have somebody who goes now wait for them.
 */
function againLast(open: readonly OpenCommand[]): readonly OpenCommand[] {
  const again = peopleAgain(open)
  const isLast = ({ lane, person }: OpenCommand) => lane === lanes.removal && person !== null && again.has(person)
  if (!open.some(isLast)) return open
  return open.toSorted((a, b) => a.lane - b.lane || Number(isLast(a)) - Number(isLast(b)))
}

/** The people of whom something is being taken again. */
export const peopleAgain = (open: readonly Pick<OpenCommand, 'isAgain' | 'person'>[]): ReadonlySet<number> =>
  new Set(open.flatMap(({ isAgain, person }) => (isAgain && person !== null ? [person] : [])))

type Batch = Poll & { isZoneOut: boolean; over: Next['over'] }

/** A door that was told to close again. Nothing depends on its answer, which may never come. */
const isClosingAgain = ({ lane, closes }: OpenCommand) => lane !== lanes.door && closes

/** The next commands of those that were not refused for now; `isHeld`: an answer, or a zone, is waited for. */
function decideBatch(open: readonly OpenCommand[], { most = 1, isZoneOut, over, ...poll }: Batch) {
  const send: OpenCommand[] = []
  const held = new Set<Lane>(isZoneOut ? [lanes.data] : [])
  const holdsPeople = () => [...held].some((lane) => lane !== lanes.setting)
  for (const command of open.filter(({ lane, isAside }) => lane !== lanes.door && !isAside)) {
    if (send.length >= most) break
    if (held.has(command.lane) || (command.lane === lanes.data && holdsPeople())) continue
    if (command.state === 'waiting') send.push(command)
    else if (isClosingAgain(command)) {
      if (isDue(command, poll)) over.push({ command, state: 'unknown' })
    } else if (send.length > 0 || !isDue(command, poll)) held.add(command.lane)
    else if (command.sentCount < maxSent(command)) return { send: [command], isHeld: true }
    else over.push({ command, state: 'unknown' })
  }
  return { send, isHeld: holdsPeople() }
}

function isDue({ lane, sentCount, sentMs }: OpenCommand, { nowMs, onlineSinceMs }: Poll): boolean {
  const waits = lane === lanes.data ? dataSeconds : urgentSeconds
  const seconds = waits[Math.min(sentCount, waits.length) - 1] ?? 0
  return nowMs - Math.max(sentMs ?? 0, onlineSinceMs) >= seconds * 1000
}
