import { occupancyModes, unknownSides } from '@gatehouse/engine/door/vocabulary.ts'
import { z } from 'zod'
import { id } from '../../fields.ts'
import { route } from '../../route.ts'

// For the console, which does not know the rules of doors.
export { unknownSides } from '@gatehouse/engine/door/vocabulary.ts'

const nameRef = z.object({ id, name: z.string() })

const groupIds = z
  .array(id)
  .max(100)
  .refine((ids) => new Set(ids).size === ids.length, { error: 'group-twice' })
/** The side that a rule takes if its state is not known: the server does not answer, or another terminal is offline. */
const whenUnknown = z.enum(unknownSides)

const exempting = { exemptGroupIds: groupIds, whenUnknown }
const antiPassback = {
  ...exempting,
  /** The minutes of each day, on the clock of the site, at which everybody is forgiven. */
  resetMinutes: z
    .array(z.int().min(0).max(1439))
    .max(8)
    .refine((minutes) => new Set(minutes).size === minutes.length, { error: 'time-twice' })
    .default([]),
  /** Everybody is also forgiven whenever a range of this timetable begins, on the clock of the site. Absent: none. */
  resetTimetableId: id.optional(),
}

/** Rules for people who come into an area. Null: not set. */
export const areaRules = z.object({
  /** `soft` raises an alarm when somebody comes in who is in already, `hard` refuses them, `timed` refuses them for some minutes. */
  antiPassback: z
    .discriminatedUnion('mode', [
      z.object({ mode: z.enum(['soft', 'hard']), ...antiPassback }),
      z.object({ mode: z.literal('timed'), minutes: z.int().min(1).max(1440), ...antiPassback }),
    ])
    .nullable(),
  /** People in the area and in those inside it. */
  occupancyLimit: z
    .object({ max: z.int().min(1).max(1_000_000), mode: z.enum(occupancyModes), ...exempting })
    .nullable(),
})
export type AreaRules = z.output<typeof areaRules>

/** Reasons why a rule of an area works worse than its words at some doors of it. */
export const areaRuleWarnings = ['door-without-contact', 'no-exit-reader', 'direction-unknown'] as const
export type AreaRuleWarning = (typeof areaRuleWarnings)[number]

export const areaRulesShown = areaRules.extend({
  /** Also while no rule is set: they are to be read before one is. */
  warnings: z.array(z.object({ code: z.enum(areaRuleWarnings), doors: z.array(nameRef) })),
  /** Devices at doors into this area whose program does not know these rules: they follow none of them. */
  unableDevices: z.array(nameRef),
})
export type AreaRulesShown = z.output<typeof areaRulesShown>

const params = z.object({ id })

export const getAreaRules = route({
  method: 'GET',
  path: '/v2/areas/:id/rules',
  summary: 'Anti-passback and occupancy limit of an area, with the doors and devices at which they work worse',
  permission: 'site.read',
  shows: 'sites',
  params,
  response: areaRulesShown,
  errors: ['area.not-found'],
})

export const setAreaRules = route({
  method: 'PUT',
  path: '/v2/areas/:id/rules',
  summary: 'Set anti-passback and occupancy limit of an area; its terminals are told at once',
  permission: 'site.write',
  params,
  body: areaRules,
  response: areaRulesShown,
  errors: ['area.not-found', 'group.not-found', 'timetable.not-found'],
  audit: { module: 'site', event: 'set-area-rules' },
  changes: ['sites'],
})

export const resetAreaPassback = route({
  method: 'POST',
  path: '/v2/areas/:id/anti-passback-reset',
  summary: 'Forgive everybody in an area and in those inside it: the next time they come in, anti-passback lets them',
  permission: 'site.write',
  params,
  errors: ['area.not-found'],
  audit: { module: 'site', event: 'reset-anti-passback' },
  changes: ['sites'],
})

export const resetPersonPassback = route({
  method: 'POST',
  path: '/v2/people/:id/anti-passback-reset',
  summary: 'Forgive one person: the next time they come in anywhere, anti-passback lets them',
  permission: 'inside.write',
  params,
  errors: ['inside.person-not-found'],
  audit: { module: 'inside', event: 'reset-anti-passback' },
  changes: ['inside'],
})
