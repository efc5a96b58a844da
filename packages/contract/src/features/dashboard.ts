import { z } from 'zod'
import { id, instant } from '../fields.ts'
import { route } from '../route.ts'
import { shownAlarmTypes } from '../device/alarm-types.ts'
import { branding } from './company.ts'
import { arrangement } from './dashboard/widgets.ts'

const count = z.int().min(0)

/** Recognitions; `staff` is null for roles that see no records of staff, and `total` is without them then. */
const recognitionCounts = z.object({ total: count, staff: count.nullable(), visitor: count, stranger: count })
export type RecognitionCounts = z.output<typeof recognitionCounts>

/** Alarms that the server makes of events at doors (decisions, "Devices, alarms"). */
export const doorAlarmTypes = ['blacklisted', 'outside-time', 'strangers', 'offline-too-long'] as const

/** Waiting items are counted up to this limit; an exact larger number is not worth its cost. */
export const maxCounted = 1_000

/** So many faces stand beside a number of people. */
export const maxFaces = 4

/** Things that wait for somebody; each has a page where it is resolved. */
export const attentionKinds = [
  'offline-devices',
  'failed-syncs',
  'waiting-devices',
  'failed-firmware',
  'failed-applications',
  'pending-registrations',
  'pending-visits',
  'pending-punches',
] as const
export type AttentionKind = (typeof attentionKinds)[number]

/** The open alarms of one kind. */
export const openAlarms = z.object({
  type: z.enum(shownAlarmTypes),
  code: z.int(),
  /** Counted up to `maxCounted`, with the other kinds together. */
  count,
  isMore: z.boolean(),
  /** Those that nobody has acknowledged. */
  raised: count,
  devices: count,
  newest: z.object({ id, at: instant, deviceName: z.string() }),
})
export type OpenAlarms = z.output<typeof openAlarms>

/** The hours of a day of the enterprise. */
const byHour = z.array(count).length(24)

/** DASH-01. Sizes in bytes, thresholds in GB. */
export const systemNotice = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('disk-low'), freeBytes: count, warnGb: z.number(), daysLeft: z.number().nullable() }),
  z.object({
    kind: z.literal('disk-overwriting'),
    freeBytes: count,
    overwriteGb: z.number(),
    /** From then on history is overwritten; null: it has begun already. */
    beginsAt: instant.nullable(),
    /** Pictures of records before this are gone. */
    capturesUntilAt: instant.nullable(),
    isNothingLeft: z.boolean(),
  }),
  z.object({ kind: z.literal('licence-expires'), days: count, endsAt: instant }),
  z.object({ kind: z.literal('internet-deployed'), days: count, stopsAt: instant }),
])
export type SystemNotice = z.output<typeof systemNotice>

/** Every part is null for a role that may not read it. */
export const dashboardFigures = z.object({
  readAt: instant,
  /** A device, a department, a person with a portrait, a policy and a record exist: nobody needs the first steps. */
  isSetUp: z.boolean(),
  timeZone: z.string(),
  /** Today in the enterprise's zone, and when it began. */
  todayOn: z.iso.date(),
  todayFrom: instant,
  recognitions: recognitionCounts.nullable(),
  /** The doors that saw strangers today. */
  strangerDoors: count.nullable(),
  /** 24 of them, by the hour of the enterprise's day. */
  hours: z.array(recognitionCounts).nullable(),
  /** Staff who have punched in today, and all staff; `usual`: on the same weekday of the last weeks, null if there was nobody. */
  checkIns: z.object({ present: count, staff: count, hours: byHour, usual: byHour.nullable() }).nullable(),
  /** People who are inside now; visitors alone for roles that see no others. */
  inside: z
    .object({
      people: count,
      visitors: count,
      /** The sites with the most people, or the areas where there is one site; those where nobody is are left out. */
      by: z.enum(['site', 'area']),
      places: z.array(z.object({ id, name: z.string(), people: count })),
    })
    .nullable(),
  devices: z
    .object({
      total: count,
      online: count,
      offline: count,
      /** The busiest of today; those that are offline first. */
      items: z.array(
        z.object({
          id,
          name: z.string(),
          location: z.string().nullable(),
          isOnline: z.boolean(),
          changedAt: instant.nullable(),
          recognitions: count.nullable(),
        }),
      ),
    })
    .nullable(),
  alarms: z
    .object({
      /** Of today, by type. */
      doorAccess: z.record(z.enum(doorAlarmTypes), count),
      hours: byHour,
      /** By kind, those first that nobody has acknowledged. */
      open: z.array(openAlarms),
    })
    .nullable(),
  attendance: z
    .object({
      on: z.iso.date(),
      late: count,
      earlyLeave: count,
      absence: count,
      missedPunch: count,
      /** The portraits of the first of those. */
      missedPunchPortraitIds: z.array(id).max(maxFaces),
      workdayOvertime: count,
      holidayOvertime: count,
    })
    .nullable(),
  /**
   * `isMore`: there are more than `count`, which is `maxCounted` then. `oneId`: the device if all people failed at one,
   * the package if all failed upgrades are of one.
   */
  attention: z.array(z.object({ kind: z.enum(attentionKinds), count, isMore: z.boolean(), oneId: id.nullable() })),
  notices: z.array(systemNotice),
  /** The caller's own; null: that of the role. */
  arrangement: arrangement.nullable(),
})
export type DashboardFigures = z.output<typeof dashboardFigures>

export const getDashboard = route({
  method: 'GET',
  path: '/v2/dashboard',
  summary: 'All figures and notices of the dashboard, as far as the role may read them',
  permission: 'dashboard.read',
  response: dashboardFigures,
})

export const arrangeDashboard = route({
  method: 'PUT',
  path: '/v2/dashboard/arrangement',
  summary: "Arrange the caller's own dashboard, or (null) go back to that of the role",
  permission: 'dashboard.read',
  body: z.object({ widgets: arrangement.nullable() }),
  audit: { module: 'dashboard', event: 'arrange' },
  changes: [],
})

/** The sites or areas that the dashboard names. */
export const maxBusyPlaces = 5

/** Passages that a lobby display keeps in view. */
export const maxExhibited = 12

/** A passage as a lobby may see it: the name and picture of the person who came in, and nothing else about them. */
export const exhibitedPassage = z.object({
  id,
  name: z.string(),
  kind: z.enum(['staff', 'visitor']),
  /** Address of the picture: the display portrait, else the recognition portrait. */
  picture: z.object({ kind: z.enum(['display', 'portrait']), id }).nullable(),
  device: z.string(),
  recognisedAt: instant,
})
export type ExhibitedPassage = z.output<typeof exhibitedPassage>

export const getExhibition = route({
  method: 'GET',
  path: '/v2/dashboard/exhibition',
  summary: "Data for a lobby display: today's counts and the latest people let in",
  permission: 'dashboard.read',
  response: z.object({
    timeZone: z.string(),
    branding,
    recognitions: recognitionCounts.nullable(),
    devices: z.object({ total: count, online: count }).nullable(),
    /** Newest first; null for a role that may not read records. */
    passages: z.array(exhibitedPassage).nullable(),
  }),
})
