import { antiPassbackModes, occupancyModes, unknownSides } from '@gatehouse/engine/door/vocabulary.ts'
import { z } from 'zod'
import { id } from '../fields.ts'

const groupIds = z.array(id).max(500)
const whenUnknown = z.enum(unknownSides)
const minutes = z.int().min(1).max(1440)
const seconds = z.int().min(1).max(3600)
const people = z.int().min(1).max(1_000_000)

const exempting = { exemptGroupIds: groupIds, whenUnknown }

/**
 * The rules of a door as one of its readers follows them; the direction is in the settings. Null: not set. The engine says
 * of each what it means (`door/door-question.ts`).
 */
export const doorRules = z.object({
  /** Null is outside. */
  leavesAreaId: id.nullable().default(null),
  entersAreaId: id.nullable().default(null),
  freeHours: z.object({ timetableId: id, afterFirstPerson: z.boolean() }).nullable().default(null),
  antiPassback: z
    .discriminatedUnion('mode', [
      z.object({ mode: z.enum(antiPassbackModes).exclude(['timed']), ...exempting }),
      z.object({ mode: z.literal('timed'), minutes, ...exempting }),
    ])
    .nullable()
    .default(null),
  occupancyLimit: z
    .object({
      /** The area whose limit it is, where that is one around the area entered. */
      areaId: id.optional(),
      max: people,
      mode: z.enum(occupancyModes),
      ...exempting,
    })
    .nullable()
    .default(null),
  interlock: z
    .object({ doorIds: z.array(id).max(100), whenUnknown })
    .nullable()
    .default(null),
  escort: z.object({ escortGroupIds: groupIds, seconds }).nullable().default(null),
  severalPeople: z
    .object({ groupIds, count: z.int().min(2).max(20), seconds })
    .nullable()
    .default(null),
  firstPersonIn: z.object({ groupIds, timetableId: id.nullable() }).nullable().default(null),
  /** The floors of an elevator, by output; left out for a door. */
  floors: z
    .array(
      z.object({
        areaId: id,
        /** As people call it, for the screen; a server of an earlier release leaves it out. */
        name: z.string().optional(),
        output: z.int().min(1).max(64),
        groupIds,
        timetableId: id.nullable(),
      }),
    )
    .max(64)
    .nullish(),
})
