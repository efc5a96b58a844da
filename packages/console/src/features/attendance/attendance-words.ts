import { attendanceDay } from '@gatehouse/contract/features/attendance/days.ts'
import { type AttendanceRuleItem } from '@gatehouse/contract/features/attendance/rules.ts'
import { defaultNames } from '@gatehouse/contract/texts/default-names.ts'
import type { Text } from '../../i18n/i18n.ts'

/** The rule that every installation begins with has a name in every language until somebody gives it one. */
export const ruleName = ({ name, isDefault }: Pick<AttendanceRuleItem, 'name' | 'isDefault'>, t: Text) =>
  isDefault && name === defaultNames.attendanceRule.en ? t('list:defaultName.attendanceRule') : name

const weekdays = ['1', '2', '3', '4', '5', '6', '7'] as const

export const weekdayName = (day: number, t: Text) => t(`attendance:records.weekday.${weekdays[day - 1] ?? '1'}`)

export const weekdayNames = (days: readonly number[], t: Text) =>
  days.length === 0 ? '–' : days.map((day) => weekdayName(day, t)).join(' ')

/** The facts that statistics count, in the order in which they show them. */
export const attendanceFacts = attendanceDay.shape.facts.element.options
