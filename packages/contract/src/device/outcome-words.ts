/*
 * The sentences in which a driver tells an outcome or an alarm. The interface tells these sentences as they are, beside those that terminals of our own write; the console
 * knows them by this file and says them in the reader's language.
 */

export const keptOwnValue = 'The terminal kept its own value.'
export const noAnswerCame = 'No answer came: it is not known whether it was carried out.'
export const notReadable = 'The server could not read the command that it had kept.'
export const tookItsPlace = 'Another command took its place.'
export const closedSince = 'The door was told to close since then.'
export const openedSince = 'An emergency opened the door since then.'
export const emergencyEnded = 'The emergency ended before the device answered.'
export const noSuchCommand = 'This terminal has no such command.'
const noSuchDoor = ': it has no such door, and is not told again'

export const answeredWith = (code: number, hasNoSuchDoor: boolean) =>
  `The terminal answered ${code}${hasNoSuchDoor ? noSuchDoor : ''}.` as const

const sentences = [
  [keptOwnValue, 'kept-own-value'],
  [noAnswerCame, 'no-answer'],
  [notReadable, 'not-readable'],
  [tookItsPlace, 'replaced'],
  [closedSince, 'closed-since'],
  [openedSince, 'opened-since'],
  [emergencyEnded, 'emergency-ended'],
  [noSuchCommand, 'no-such-command'],
] as const

/** A driver tells no other: what is not one of these does not compile. */
export type OutcomeSentence = (typeof sentences)[number][0] | ReturnType<typeof answeredWith>

type OutcomeWord =
  | { is: (typeof sentences)[number][1] }
  | { is: 'answered' | 'no-such-door'; /** As the terminal gave it. */ code: string }

/** Undefined: the device says it in words of its own. */
export function readOutcome(text: string): OutcomeWord | undefined {
  const known = sentences.find(([sentence]) => sentence === text)
  if (known) return { is: known[1] }
  const [, code, rest] = /^The terminal answered (-?\d+)(.*)\.$/.exec(text) ?? []
  if (code === undefined || (rest !== '' && rest !== noSuchDoor)) return undefined
  return { is: rest === '' ? 'answered' : 'no-such-door', code }
}

/** The words of an alarm for a door of a controller that no door of the product stands for. */
export const doorNumbered = (port: number): string => `Door ${port}`

/** Undefined: it is about something else. */
export const readDoorNumber = (text: string): string | undefined => /^Door (\d+)$/.exec(text)?.[1]

/** Another machine that calls itself a device showed one of these. */
const copySigns = [
  ['not its network', 'network'],
  ['no token', 'no-token'],
  ['another token', 'other-token'],
  ['no key', 'no-key'],
  ['another key', 'other-key'],
] as const

export const alsoCallsFrom = (network: string) => `also calls from ${network}` as const

/** A driver tells no other, or the hardware address of the machine: what is neither does not compile. */
export type CopySign = (typeof copySigns)[number][0] | ReturnType<typeof alsoCallsFrom> | { mac: string }

type CopyWord = { is: (typeof copySigns)[number][1] } | { is: 'also-from'; network: string }

/** The words of an alarm of a copied identity, with the address of the machine. Undefined: it showed a number of its own. */
export function readCopy(text: string): (CopyWord & { address: string }) | undefined {
  const [, shown = '', address = ''] = /^(.+) · (\S+)$/.exec(text) ?? []
  const known = copySigns.find(([sign]) => sign === shown)
  if (known) return { is: known[1], address }
  const network = /^also calls from (.+)$/.exec(shown)?.[1]
  return network === undefined ? undefined : { is: 'also-from', network, address }
}
