import { z } from 'zod'

/*
 * The conversation between a device and the server, as far as somebody who looks for a fault needs it. Nothing of people is in it but
 * their number at devices: a driver hides all else before it tells an exchange.
 */

/** The subjects of lines; the console has a sentence for each. */
export const conversationWords = [
  'greeting',
  'facts',
  'registration',
  'asks-configuration',
  'asks-work',
  'asks-time',
  'asks-people',
  'asks-picture',
  'asks-passage',
  'asks-commands',
  'asks-file',
  'alive',
  'record',
  'photograph',
  'person-at-device',
  'face-at-device',
  'operation',
  'error-at-device',
  'states',
  'alarm',
  'settings',
  'people-taken',
  'lockdown',
  'answers-command',
  'other',
  'not-understood',
  'ok',
  'nothing-waits',
  'configuration',
  'file-part',
  'time',
  'refused',
  'failed',
  'put-person',
  'remove-person',
  'put-face',
  'remove-face',
  'put-rights',
  'remove-rights',
  'put-zone',
  'put-holiday',
  'door',
  'restart',
  'release-alarm',
  'set-option',
  'ask-data',
  'upgrade',
  'other-command',
] as const
export type ConversationWord = (typeof conversationWords)[number]

/** The meaning of a line that the product does nothing with: it is kept as it came, and the console has a sentence for each. */
export const lineMeanings = [
  'exit-button-outside-hours',
  'exit-button-while-locked',
  'input-outside-hours',
  'held-open-by-hours',
  'closed-by-super-user',
  'locked-remotely',
  'unlocked-remotely',
  'copied-from-card',
  'of-no-door',
] as const
export type LineMeaning = (typeof lineMeanings)[number]

/** How a device answered a command. `again`: the same is sent again. */
export const commandAnswers = [
  'done',
  'again',
  'later',
  'full',
  'unknown-command',
  'unknown-person',
  'wrong-value',
  'failed',
] as const
export type CommandAnswer = (typeof commandAnswers)[number]

export const conversationLine = z.object({
  word: z.enum(conversationWords),
  /** As it went over the network, with everything hidden that could be somebody's. */
  text: z.string(),
  /** The number of the command that it gives or answers. */
  command: z.int().optional(),
  /** The number of a person at devices. */
  person: z.int().optional(),
  answer: z.enum(commandAnswers).optional(),
})
export type ConversationLine = z.output<typeof conversationLine>

export const conversationContent = z.object({
  /** The address that was called, without its values. */
  call: z.string(),
  address: z.string(),
  status: z.int(),
  said: z.array(conversationLine),
  answered: z.array(conversationLine),
  /** Further lines that are not shown. */
  more: z.int(),
})
export type ConversationContent = z.output<typeof conversationContent>
