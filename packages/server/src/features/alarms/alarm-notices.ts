import { alarmCodes } from '@gatehouse/contract/device/alarm-types.ts'
import type { Alarm } from '@gatehouse/contract/features/alarms.ts'
import type { Hints } from '../../hints/hints.ts'
import { inTransaction, type Services } from '../../ctx.ts'
import { postMail } from '../../lib/mail.ts'
import { readCompany } from '../../company/company-reads.ts'
import { pushNotices } from '../push/push-actions.ts'
import { alarmMail } from './alarm-mail.ts'
import { noteMailed, readDeviceZones, takeNotices } from './alarm-notice-store.ts'
import { languageOfRule } from './alarm-setting-service.ts'
import { type RuleRow, selectRules } from './alarm-setting-store.ts'

type NoticeServices = Pick<Services, 'db' | 'clock' | 'log' | 'keys' | 'mail' | 'publicUrl'>

/** Alarms that arrive within this time are sent in one mail. */
const collectMs = 1_000

/** Mails new alarms by the rules, a moment after they arrived; the job of the minute mails those that a dying process left. */
export function createAlarmNotices(services: NoticeServices, hints: Hints): { close(): Promise<void> } {
  let timer: NodeJS.Timeout | undefined
  let running: Promise<void> = Promise.resolve()
  const send = () => {
    timer = undefined
    running = running
      .then(() => mailAlarms(services))
      .catch((error: unknown) => services.log.error({ err: error }, 'alarms could not be mailed; tried again soon'))
  }
  const leave = hints.on((hint) => {
    if (hint.to === 'consoles' && hint.topic === 'alarms') timer ??= setTimeout(send, collectMs)
  })
  return {
    async close() {
      leave()
      clearTimeout(timer)
      await running
    },
  }
}

/** Takes the waiting alarms and queues a mail for each rule that matches them. */
export async function mailAlarms(services: NoticeServices): Promise<void> {
  for (;;) {
    const taken = await inTransaction(services, async (ctx) => {
      const alarms = await takeNotices(ctx.db)
      if (alarms.length > 0) await mailByRules(ctx, alarms)
      await pushNotices(
        ctx,
        alarms.map(({ id, code, device }) => ({ kind: 'alarm', id, code, door: device.name })),
      )
      return alarms.length
    })
    if (taken === 0) return
  }
}

async function mailByRules(services: NoticeServices, alarms: readonly Alarm[]): Promise<void> {
  const rules = (await selectRules(services.db)).filter((rule) => rule.is_enabled)
  if (rules.length === 0) return
  const { timeZone } = await readCompany(services.db)
  const deviceZones = await readDeviceZones(services.db, alarms)
  const at = services.clock.now().round('millisecond').toString()
  for (const rule of rules) {
    const concerned = alarms.filter((alarm) => matchesRule(rule, alarm, timeZone))
    if (concerned.length === 0) continue
    const mail = alarmMail(concerned, {
      language: languageOfRule(rule),
      rule: rule.name,
      timeZone,
      deviceZones,
      publicUrl: services.publicUrl,
    })
    let isSent = false
    for (const to of rule.recipients) isSent = (await postMail(services, { ...mail, to })) || isSent
    const entry = { at, kind: 'mailed' as const, by: null, text: rule.name, claimedAt: null }
    if (isSent) await noteMailed(services.db, concerned, entry)
  }
}

/** Whether a rule matches this alarm: its type, its device, and the hour of the day when it was raised. */
export function matchesRule(
  { codes, device_ids, from_minute, to_minute }: Pick<RuleRow, 'codes' | 'device_ids' | 'from_minute' | 'to_minute'>,
  alarm: Pick<Alarm, 'type' | 'raisedAt' | 'device'>,
  timeZone: string,
): boolean {
  if (codes.length > 0 && (alarm.type === 'unknown' || !codes.includes(alarmCodes[alarm.type]))) return false
  if (device_ids.length > 0 && !(alarm.device.id !== null && device_ids.includes(alarm.device.id))) return false
  const { hour, minute } = Temporal.Instant.from(alarm.raisedAt).toZonedDateTimeISO(timeZone)
  const now = hour * 60 + minute
  if (from_minute === to_minute) return true
  return from_minute < to_minute ? now >= from_minute && now < to_minute : now >= from_minute || now < to_minute
}
