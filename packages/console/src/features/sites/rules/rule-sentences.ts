import type { AreaRules } from '@gatehouse/contract/features/door-rules/area-rules.ts'
import type { DoorRules } from '@gatehouse/contract/features/door-rules.ts'
import type { Text } from '../../../i18n/i18n.ts'

/** The names of groups, as a sentence lists them. */
export type GroupNames = (ids: readonly string[]) => string

type Named = { t: Text; groups: GroupNames }

export const timeOf = (minute: number) =>
  `${String(Math.floor(minute / 60)).padStart(2, '0')}:${String(minute % 60).padStart(2, '0')}`

const exceptions = (ids: readonly string[], { t, groups }: Named) =>
  ids.length > 0 ? [t('rules:exempt', { groups: groups(ids) })] : []

/** Sentences about who comes in twice. */
export function passbackSentences(
  rule: AreaRules['antiPassback'],
  named: Named & { timetable: (id: string) => string },
): string[] {
  const { t, timetable } = named
  if (!rule) return [t('rules:passback.none')]
  const times = rule.resetMinutes.map(timeOf).join(t('list:comma'))
  return [
    rule.mode === 'timed' ? t('rules:passback.timed', { count: rule.minutes }) : t(`rules:passback.${rule.mode}`),
    ...exceptions(rule.exemptGroupIds, named),
    ...(times ? [t('rules:passback.resets', { times })] : []),
    ...(rule.resetTimetableId === undefined
      ? []
      : [t('rules:passback.resetsBy', { timetable: timetable(rule.resetTimetableId) })]),
    t(`rules:unknownSays.${rule.whenUnknown}`),
  ]
}

/** Sentences about how many people may be inside. */
export function occupancySentences(rule: AreaRules['occupancyLimit'], named: Named): string[] {
  const { t } = named
  if (!rule) return [t('rules:occupancy.none')]
  return [
    t(`rules:occupancy.${rule.mode}`, { count: rule.max }),
    ...exceptions(rule.exemptGroupIds, named),
    t(`rules:unknownSays.${rule.whenUnknown}`),
  ]
}

export const doorRuleNames = ['freeHours', 'escort', 'severalPeople', 'firstPersonIn'] as const
export type DoorRuleName = (typeof doorRuleNames)[number]
/** The key of each rule's texts. */
export const textsOf = {
  freeHours: 'freeHours',
  escort: 'escort',
  severalPeople: 'several',
  firstPersonIn: 'firstPerson',
} as const satisfies Record<DoorRuleName, string>

/** Sentences about one rule of a door; `timetable` gives the name of a timetable. */
export function doorRuleSentences(
  name: DoorRuleName,
  rules: DoorRules,
  { t, groups, timetable }: Named & { timetable: (id: string) => string },
): string[] {
  const { freeHours, escort, severalPeople, firstPersonIn } = rules
  if (name === 'freeHours' && freeHours) {
    return [
      t('rules:freeHours.set', { timetable: timetable(freeHours.timetableId) }),
      ...(freeHours.afterFirstPerson ? [t('rules:freeHours.afterFirst')] : []),
    ]
  }
  if (name === 'escort' && escort)
    return [t('rules:escort.set', { count: escort.seconds, groups: groups(escort.escortGroupIds) })]
  if (name === 'severalPeople' && severalPeople) {
    const { seconds, count, groupIds } = severalPeople
    return [t('rules:several.set', { count: seconds, people: count, groups: groups(groupIds) })]
  }
  if (name === 'firstPersonIn' && firstPersonIn) {
    const { timetableId, groupIds } = firstPersonIn
    const named = { groups: groups(groupIds) }
    return timetableId === null
      ? [t('rules:firstPerson.set', named)]
      : [t('rules:firstPerson.setIn', { ...named, timetable: timetable(timetableId) })]
  }
  return [t(`rules:${textsOf[name]}.none`)]
}
