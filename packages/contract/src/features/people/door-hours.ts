import { z } from 'zod'
import { date, id, instant } from '../../fields.ts'
import { route } from '../../route.ts'

/** In minutes of the wall clock at the door; the end may be 1440, midnight. */
const minuteRange = z.object({ startMinute: z.int(), endMinute: z.int() })

const doorDay = z.object({
  on: z.string(),
  /** When it opens for the person, by groups, timetables, period and suspensions; in order and apart from each other. */
  open: z.array(minuteRange),
  /** The latest passages of the person on that day. */
  passages: z.array(z.object({ recordId: id, at: instant, minute: z.int(), opened: z.boolean() })),
})

export const doorHours = z.object({
  device: z.object({ id, name: z.string(), location: z.string().nullable() }),
  /** The door of a device with several, and its number there; null: the device has one. */
  door: z.object({ name: z.string(), port: z.int() }).nullable(),
  /** The clock at the door. */
  timeZone: z.string(),
  /** By their names; none: at any time. */
  timetables: z.array(z.string()),
  days: z.array(doorDay),
})
export type DoorHours = z.output<typeof doorHours>

/** The doors that one answer names; nobody reads more. */
export const maxDoorsShown = 200

export const getPersonDoors = route({
  method: 'GET',
  path: '/v2/people/:id/doors',
  summary: 'The doors that open for one person, and when, on one day or in a week, with their passages there',
  permission: 'person.read',
  params: z.object({ id }),
  query: z.object({
    /** Absent: today, at each door. */
    on: date.optional(),
    /** 7: with the six days after it. */
    days: z.enum(['1', '7']).default('1'),
  }),
  response: z.object({
    doors: z.array(doorHours),
    /** The number of doors that open at some time today, and of those that are open now. */
    openToday: z.int(),
    openNow: z.int(),
    /** The next moment of today at which a door begins or ceases to open for the person. */
    nextChangeAt: instant.nullable(),
    /** Somebody else looks like the person: the face alone opens nothing, a card or a PIN is asked for. */
    hasTwin: z.boolean(),
    /** The latest passage that the caller may see. */
    lastSeen: z
      .object({ recordId: id, at: instant, deviceId: id.nullable(), deviceName: z.string(), opened: z.boolean() })
      .nullable(),
    /**
     * Another entry of the same person holds at doors, and these are its doors; `person` is null where the caller may not see who it is.
     * Null: the person's own.
     */
    holder: z
      .object({
        person: z.object({ id, name: z.string(), kind: z.enum(['staff', 'visitor', 'blacklisted']) }).nullable(),
      })
      .nullable(),
  }),
  errors: ['person.not-found'],
})
