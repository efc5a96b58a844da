import { alarmTypesEn } from '@gatehouse/contract/texts/alarm-types-en.ts'

/** The bell of the top bar, and the kinds of alarm, which the pages name as it does. */
export const bell = {
  title: 'Alarms',
  count_one: '{count} new alarm',
  count_other: '{count} new alarms',
  many: 'More than 99 new alarms',
  none: 'No open alarm',
  all: 'All alarms',
  acknowledge: 'Acknowledge',
  acknowledgeOne: 'Acknowledge {alarm} at {device}',
  sound: 'Sound with new alarms',
  notices: 'Notices in this browser …',
  notice: '{type} at {device}',
  visit: 'A visit waits for an answer',
  show: 'Show',
  type: alarmTypesEn,
  unknownType: 'Unknown alarm {code}',
} as const
