import type { Alarm } from '@gatehouse/contract/features/alarms.ts'
import type { Language } from '@gatehouse/contract/envelope.ts'
import { alarmTypeTexts } from '@gatehouse/contract/texts/alarm-types.ts'
import type { Mail } from '../../lib/mail.ts'

const words = {
  en: {
    one: (type: string, device: string) => `Alarm: ${type} at ${device}`,
    many: (count: number) => `${count} alarms`,
    more: (count: number) => `And ${count} more.`,
    doubtful: 'The time is doubtful: the device clock was wrong, or the time is before the device was paired.',
    claimed: (at: string) => `The device reported ${at}, more than a day ahead: the time above is the time of arrival.`,
    why: (rule: string) => `You receive this e-mail because of the rule “${rule}”.`,
  },
  zh: {
    one: (type: string, device: string) => `告警：${device} ${type}`,
    many: (count: number) => `${count} 条告警`,
    more: (count: number) => `另有 ${count} 条。`,
    doubtful: '时间存疑：设备时钟不准，或时间早于设备配对。',
    claimed: (at: string) => `设备上报的时间为 ${at}，比当前时间晚一天以上；上面的时间是告警到达的时间。`,
    why: (rule: string) => `您因通知规则“${rule}”收到此邮件。`,
  },
  'zh-tw': {
    one: (type: string, device: string) => `警報：${device} ${type}`,
    many: (count: number) => `${count} 則警報`,
    more: (count: number) => `另有 ${count} 則。`,
    doubtful: '時間存疑：設備時鐘不準，或時間早於設備配對。',
    claimed: (at: string) => `設備回報的時間為 ${at}，比目前時間晚一天以上；上面的時間是警報送達的時間。`,
    why: (rule: string) => `您因通知規則「${rule}」收到此郵件。`,
  },
} as const satisfies Record<Language, object>

/** A longer list would not be read. */
const maxListed = 20

type Options = {
  language: Language
  rule: string
  /** Of the enterprise: the clock of alarms whose device is no more. */
  timeZone: string
  /** The clock beside each device, by its id. */
  deviceZones: ReadonlyMap<string, string>
  publicUrl: string
}

/**
 * The mail about some alarms: alarms that arrive together make one mail. It names nobody, as no notice does: who makes its rule may be
 * somebody who sees no people, and its address leads to the name for who does.
 */
export function alarmMail(
  alarms: readonly Alarm[],
  { language, rule, timeZone, deviceZones, publicUrl }: Options,
): Omit<Mail, 'to'> {
  const text = words[language]
  const types = alarmTypeTexts[language]
  const titleOf = ({ type, code }: Alarm) => (type === 'unknown' ? `${types[type]} ${code}` : types[type])
  const [first] = alarms
  const paragraphs = alarms.slice(0, maxListed).map((alarm) => {
    const zone = (alarm.device.id !== null && deviceZones.get(alarm.device.id)) || timeZone
    const doubt = alarm.claimedAt
      ? `\n${text.claimed(clockTime(alarm.claimedAt, zone))}`
      : alarm.hasDoubtfulTime
        ? `\n${text.doubtful}`
        : ''
    const when = `${clockTime(alarm.raisedAt, zone)} (${zone})${doubt}`
    const where = alarm.device.location ? `${alarm.device.name}, ${alarm.device.location}` : alarm.device.name
    const what = [titleOf(alarm), alarm.description].filter(Boolean).join(' · ')
    return `${what}\n${where}\n${when}\n${publicUrl}/device/alarm/${alarm.id}`
  })
  if (alarms.length > maxListed) paragraphs.push(text.more(alarms.length - maxListed))
  return {
    subject: alarms.length === 1 && first ? text.one(titleOf(first), first.device.name) : text.many(alarms.length),
    text: [...paragraphs, text.why(rule)].join('\n\n'),
  }
}

function clockTime(instant: string, timeZone: string): string {
  const at = Temporal.Instant.from(instant).toZonedDateTimeISO(timeZone)
  return `${at.toPlainDate().toString()} ${at.toPlainTime().toString({ smallestUnit: 'second' })}`
}
