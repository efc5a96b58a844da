import { z } from 'zod'
import { abnormalWord, directions } from '../../device/passage-words.ts'
import { shownAlarmTypes } from '../../device/alarm-types.ts'
import { doorKinds } from '@gatehouse/engine/door/vocabulary.ts'
import { personKinds } from '@gatehouse/engine/passage/vocabulary.ts'
import { id, instant, optionalLine } from '../../fields.ts'
import { route } from '../../route.ts'
import type { LiveTopic } from '../../live-topics.ts'
import { doorMarks, doorNeeds, heldDoor } from '../floor-plans.ts'

const count = z.int().min(0)
const nameRef = z.object({ id, name: z.string() })

/** The topics after which the doors, events or figures of a board may be others. */
export const boardTopics = [
  'records',
  'doors',
  'devices',
  'alarms',
  'lockdowns',
  'inside',
  'sites',
  'visitors',
] as const satisfies readonly LiveTopic[]

/** The events that Live keeps in view, and the visits whose names it tells. */
export const maxLiveEvents = 60
export const maxWaitingNames = 3

/** The face of a passage: as the door saw it, else the person's portrait; null: neither. */
const face = z.object({ kind: z.enum(['capture', 'portrait']), id }).nullable()

export const liveDoor = z.object({
  id,
  name: z.string(),
  kind: z.enum(doorKinds),
  site: nameRef,
  /** The areas it leads between; null: outside. */
  fromArea: nameRef.nullable(),
  toArea: nameRef.nullable(),
  /** The plans that it stands on, as shares of their width and height. */
  places: z.array(z.object({ planId: id, x: z.number(), y: z.number() })),
  mark: z.enum(doorMarks),
  /** Since when it has stood so; null: not known. */
  since: instant.nullable(),
  held: heldDoor,
  /** Empty: it needs nobody. */
  needs: z.array(z.enum(doorNeeds)),
  /** The newest of its alarms that nobody has acknowledged. */
  alarm: z.object({ id, type: z.enum(shownAlarmTypes) }).nullable(),
  deviceIds: z.array(id),
  /** Absent, as the last person at it, for roles that see no people there. */
  passagesToday: count.optional(),
  last: z
    .object({
      recordId: id,
      at: instant,
      name: z.string().nullable(),
      kind: z.enum(personKinds),
      opened: z.boolean(),
      face,
    })
    .nullable()
    .optional(),
})
export type LiveDoor = z.output<typeof liveDoor>

export const livePassage = z.object({
  type: z.literal('passage'),
  id,
  at: instant,
  /** Null: its device is no longer at the door. */
  doorId: id.nullable(),
  doorName: z.string(),
  kind: z.enum(personKinds),
  /** Null: nobody knows who it was. */
  person: z.object({ id: id.nullable(), name: z.string() }).nullable(),
  opened: z.boolean(),
  direction: z.enum(directions),
  abnormal: abnormalWord,
  face,
  /** The host of a visitor. */
  host: z.string().nullable(),
  /** Whether the reader may open the record. */
  hasRecord: z.boolean(),
})
export type LivePassage = z.output<typeof livePassage>

export const liveAlarm = z.object({
  type: z.literal('alarm'),
  id,
  at: instant,
  doorId: id.nullable(),
  doorName: z.string(),
  alarm: z.enum(shownAlarmTypes),
  code: z.int(),
  times: z.int(),
  isOpen: z.boolean(),
})
export type LiveAlarm = z.output<typeof liveAlarm>

export const liveEvent = z.discriminatedUnion('type', [livePassage, liveAlarm])
export type LiveEvent = z.output<typeof liveEvent>

/** A part that a role may not see is absent. */
export const liveBoard = z.object({
  /** To send back as `after`. */
  cursor: z.string(),
  /** Everything; otherwise the doors and events that have changed since `after`. */
  isWhole: z.boolean(),
  readAt: instant,
  doors: z.array(liveDoor).optional(),
  /** The newest first. */
  events: z.array(liveEvent),
  inside: z.object({
    /** Absent for roles that see visitors alone. */
    staff: count.optional(),
    visitors: count,
    /** The areas where somebody is; without those in areas inside them. */
    areas: z.array(z.object({ areaId: id, people: count })).optional(),
  }),
  /** Visits that wait for an answer, counted up to `maxCounted` of the dashboard, with the names of the first. */
  waitingVisits: z.object({ count, isMore: z.boolean(), names: z.array(z.string()) }).optional(),
})
export type LiveBoard = z.output<typeof liveBoard>

export const getLiveBoard = route({
  method: 'GET',
  path: '/v2/live/board',
  summary:
    'Doors with how they stand, the latest events and the figures of Live, as far as the role sees them; with `after` the changes since',
  permission: 'live.read',
  query: z.object({ after: z.string().max(64).optional() }),
  response: liveBoard,
})

export const doorCommandKinds = ['open-once', 'hold-open', 'hold-closed', 'normal'] as const

export const commandLiveDoor = route({
  method: 'POST',
  path: '/v2/live/doors/:id/commands',
  summary: 'Open a door once, hold it open or closed, or let it work as usual again, at all of its readers',
  permission: 'live.control',
  worksOnFullDisk: true,
  params: z.object({ id }),
  body: z.object({ kind: z.enum(doorCommandKinds), reason: optionalLine(255).optional() }),
  /** The readers that were sent it, and those of them that are offline now. */
  response: z.object({ sent: z.int(), offline: z.int() }),
  errors: ['door.not-found', 'live.no-reader', 'device.cannot', 'device.offline', 'door.reason-needed'],
  audit: { module: 'device', event: 'command' },
  changes: ['commands'],
})
