import type { ConversationLine, ConversationWord } from '@gatehouse/contract/device/conversation.ts'
import { hideValues, numberOfPerson } from './hide-values.ts'

/** The beginnings of commands, and what each is about; the first that fits counts. */
const meanings: readonly (readonly [RegExp, ConversationWord])[] = [
  [/^DATA UPDATE (?:USERINFO|user|extuser|mulcarduser)\b/i, 'put-person'],
  [/^CLEAR (?:ALL )?USERINFO\b/i, 'remove-person'],
  [/^CLEAR BIODATA\b/i, 'remove-face'],
  [/^DATA DELETE (?:USERINFO|user|extuser|mulcarduser)\b/i, 'remove-person'],
  [/^DATA UPDATE (?:BIOPHOTO|BIODATA|USERPIC|FACE)\b/i, 'put-face'],
  [/^DATA DELETE (?:BIOPHOTO|BIODATA|USERPIC|FACE)\b/i, 'remove-face'],
  [/^DATA UPDATE userauthorize\b/i, 'put-rights'],
  [/^DATA DELETE userauthorize\b/i, 'remove-rights'],
  [/^DATA (?:UPDATE|DELETE) (?:AccTimeZone|timezone|AccGroup)\b/i, 'put-zone'],
  [/^DATA (?:UPDATE|DELETE) (?:AccHoliday|holiday)\b/i, 'put-holiday'],
  [/^(?:DATA (?:QUERY|COUNT)|GET OPTIONS?|INFO|CHECK|LOG|VERIFY)\b/i, 'ask-data'],
  [/^CONTROL DEVICE 03/i, 'restart'],
  [/^CONTROL DEVICE 02/i, 'release-alarm'],
  [/^CONTROL DEVICE/i, 'door'],
  [/^AC_UNLOCK\b/i, 'door'],
  [/^AC_UNALARM\b/i, 'release-alarm'],
  [/^REBOOT\b/i, 'restart'],
  [/^(?:SET OPTIONS?|RELOAD OPTIONS)\b/i, 'set-option'],
  [/^UPGRADE\b/i, 'upgrade'],
]

/** A line of the answer to a poll: `C:12:DATA UPDATE …`. */
export function describeCommand(line: string): ConversationLine {
  const [, number, text = line] = /^C:(\d{1,16}):(.{0,300})/.exec(line) ?? []
  const word = meanings.find(([form]) => form.test(text))?.[1] ?? 'other-command'
  const person = numberOfPerson(/\bPIN=(\d+)\b/i.exec(text)?.[1])
  return {
    word,
    text: hideValues(line),
    ...(number === undefined ? {} : { command: Number(number) }),
    ...(person === undefined ? {} : { person }),
  }
}
