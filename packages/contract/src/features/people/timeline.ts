import { z } from 'zod'
import { id, instant } from '../../fields.ts'
import { keyPageOf, keyPageQuery } from '../../paging.ts'
import { route } from '../../route.ts'
import { attendanceDay } from '../attendance/days.ts'
import { operation } from '../operation-log.ts'
import { recognitionRecord } from '../records.ts'

export const timelineKinds = ['passages', 'attendance', 'visits', 'changes'] as const
export type TimelineKind = (typeof timelineKinds)[number]

const personRef = z.object({ id, name: z.string() })

/** A visit that has begun: of this person, or of a visitor whom they receive. */
const visit = z.object({
  visitor: personRef.extend({ portraitId: id.nullable() }),
  host: personRef.nullable(),
  purpose: z.string().nullable(),
  company: z.string().nullable(),
  validFromAt: instant,
  validToAt: instant,
})

/** An action of somebody that changed the person; `fields` are the names of what it changed, without their values. */
const change = operation.pick({ operator: true, module: true, event: true, remark: true }).extend({
  fields: z.array(z.string()),
})

const place = { at: instant }
export const timelineEntry = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('passages'), id, ...place, record: recognitionRecord }),
  z.object({ kind: z.literal('attendance'), id, ...place, day: attendanceDay }),
  z.object({ kind: z.literal('visits'), id, ...place, visit }),
  z.object({ kind: z.literal('changes'), id, ...place, change }),
])
export type TimelineEntry = z.output<typeof timelineEntry>

export const getPersonTimeline = route({
  method: 'GET',
  path: '/v2/people/:id/timeline',
  summary:
    'Passages, days of attendance, visits and changes of one person in one order, the latest first; of each kind what the caller may read',
  permission: 'person.read',
  params: z.object({ id }),
  query: keyPageQuery.extend({ kind: z.enum(timelineKinds).optional() }),
  response: keyPageOf(timelineEntry).extend({
    /** The kinds that the caller may read of such a person. */
    kinds: z.array(z.enum(timelineKinds)),
    /** The entry of the latest change, where the caller may take it back as a whole, and the version of the person that it made. */
    undoable: z.object({ id, version: z.int() }).nullable(),
  }),
  errors: ['person.not-found'],
})
