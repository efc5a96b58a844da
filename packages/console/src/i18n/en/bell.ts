import { alarmTypesEn } from '@gatehouse/contract/texts/alarm-types-en.ts'

/** The bell of the top bar, and the kinds of alarm, which the pages name as it does. */
export const bell = {
  title: 'Alarms',
  count_one: '{count} new alarm',
  count_other: '{count} new alarms',
  many: 'More than 99 new alarms',
  none: 'No open alarm',
  all: 'All alarms',
  sound: 'Sound with new alarms',
  notice: '{type} at {device}',
  show: 'Show',
  type: alarmTypesEn,
  unknownType: 'Unknown alarm {code}',
} as const
