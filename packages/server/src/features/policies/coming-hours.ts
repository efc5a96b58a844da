import {
  comingDays,
  type ComingHours,
  maxChangesToday,
  maxComingChanges,
} from '@gatehouse/contract/features/policies/who-may-pass.ts'
import { openHours } from '@gatehouse/engine/passage/open-hours.ts'
import type { MinuteRange } from '@gatehouse/engine/passage/timetable.ts'
import type { questionOf } from './policy-service.ts'

type Question = ReturnType<typeof questionOf>
/** Null: everybody, while the door is unlocked. */
type Hours = { groupId: string | null; ranges: readonly MinuteRange[] }

const nobody = { validFromMs: null, validToMs: null } as const

/** The hours of each group, and of everybody where the door has hours without lock, on one day at the door. */
function hoursOn({ rules, ...question }: Question, groupIds: readonly string[], on: string): Hours[] {
  const ofGroups = groupIds.map((groupId) => ({
    groupId,
    ranges: openHours({ ...question, subject: { kind: 'staff', groupIds: [groupId], ...nobody } }, on),
  }))
  const timetableId = rules.freeHours?.timetableId
  if (timetableId === undefined) return ofGroups
  const free = {
    ...question,
    device: { ...question.device, boundGroupIds: ['free'] },
    policies: [{ id: 'free', groupId: 'free', timetableId }],
    subject: { kind: 'staff', groupIds: ['free'], ...nobody } as const,
  }
  return [...ofGroups, { groupId: null, ranges: openHours(free, on) }]
}

/** The hours of a door from today on, by its own clock, and the next moments at which they change. */
export function comingHours(question: Question, groupIds: readonly string[], now: Temporal.Instant): ComingHours {
  const { timeZone } = question
  const today = now.toZonedDateTimeISO(timeZone).toPlainDate()
  const days = Array.from({ length: comingDays }, (_, later) => {
    const on = today.add({ days: later })
    return { on, hours: hoursOn(question, groupIds, on.toString()) }
  })
  const instantAt = (on: Temporal.PlainDate, minute: number) =>
    on
      .add({ days: Math.floor(minute / 1440) })
      .toZonedDateTime({ timeZone, plainTime: { hour: Math.floor((minute % 1440) / 60), minute: minute % 60 } })
      .toInstant()
  const last = instantAt(today.add({ days: comingDays }), 0)
  const tomorrow = instantAt(today.add({ days: 1 }), 0)
  const ids = [...new Set(days.flatMap(({ hours }) => hours.map(({ groupId }) => groupId)))]
  const changes = ids.flatMap((groupId) => {
    const spans = days.flatMap(({ on, hours }) =>
      hours
        .filter((one) => one.groupId === groupId)
        .flatMap(({ ranges }) => ranges)
        .map(({ startMinute, endMinute }) => ({ from: instantAt(on, startMinute), to: instantAt(on, endMinute) })),
    )
    // Midnight between two ranges changes nothing.
    const joined = spans.reduce<{ from: Temporal.Instant; to: Temporal.Instant }[]>((all, span) => {
      const before = all.at(-1)
      if (before && Temporal.Instant.compare(before.to, span.from) === 0) before.to = span.to
      else all.push({ ...span })
      return all
    }, [])
    return joined.flatMap(({ from, to }) => [
      { at: from, groupId, begins: true },
      { at: to, groupId, begins: false },
    ])
  })
  const coming = changes
    .filter(({ at }) => Temporal.Instant.compare(at, now) > 0 && Temporal.Instant.compare(at, last) < 0)
    .toSorted((a, b) => Temporal.Instant.compare(a.at, b.at) || Number(a.begins) - Number(b.begins))
  const isToday = ({ at }: { at: Temporal.Instant }) => Temporal.Instant.compare(at, tomorrow) < 0
  const ofToday = coming.filter(isToday).slice(0, maxChangesToday)
  const later = coming.filter((change) => !isToday(change)).slice(0, maxComingChanges)
  const alwaysGroupIds = groupIds.filter((id) =>
    days.every(({ hours }) => union(hours.filter(({ groupId }) => groupId === id)).some(isWholeDay)),
  )
  const hasHours = (groupId: string | null) => groupId !== null && !alwaysGroupIds.includes(groupId)
  return {
    timeZone,
    alwaysGroupIds,
    days: days.map(({ on, hours }) => ({
      on: on.toString(),
      open: union(hours.filter(({ groupId }) => hasHours(groupId))),
      free: union(hours.filter(({ groupId }) => groupId === null)),
    })),
    changes: [...ofToday, ...later].map(({ at, ...change }) => ({
      ...change,
      at: at.toString(),
    })),
  }
}

const isWholeDay = ({ startMinute, endMinute }: MinuteRange) => startMinute === 0 && endMinute >= 1440

/** The minutes in which any of them is open, in order and apart from each other. */
function union(hours: readonly Hours[]): MinuteRange[] {
  const sorted = hours.flatMap(({ ranges }) => ranges).toSorted((a, b) => a.startMinute - b.startMinute)
  return sorted.reduce<MinuteRange[]>((all, { startMinute, endMinute }) => {
    const before = all.at(-1)
    if (before && startMinute <= before.endMinute) before.endMinute = Math.max(before.endMinute, endMinute)
    else all.push({ startMinute, endMinute })
    return all
  }, [])
}
