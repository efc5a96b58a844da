import { z } from 'zod'
import { id, instant } from '../fields.ts'
import { deviceRoute } from './device-route.ts'

/** The number of entries of one face that a terminal may name. */
export const maxFaceEntries = 20

/** The question of a terminal about one person, whom its own rules 1 to 6 let pass, before its door opens. */
export const surroundingsQuestion = z.object({
  personId: id,
  /** The other entries of the same face: they are the same person, whose last passage may be that of one of them. */
  entries: z.array(id).max(maxFaceEntries).default([]),
  /** By the clock of the terminal. The record of this passage has the same instant, or a later one. */
  at: instant,
  /**
   * The door opens if its rules allow it. From now on the person counts as inside the area entered for ten seconds or until their
   * record, and this door as open for the other doors of its interlock until its contact closes. False takes back the claim of
   * this person at this door.
   */
  claim: z.boolean(),
  /**
   * The limit of the area entered, as the terminal knows it; null: it holds nobody back, as where it only raises an alarm or the person is
   * exempt. The server goes by its own: while so many are inside, nothing is claimed.
   */
  max: z.int().min(1).max(1_000_000).nullable().default(null),
  /** The other doors of the interlock, as in the rules of the door; null: it has none. Doors that are not in it are never known. */
  doorIds: z.array(id).max(100).nullable().default(null),
})
export type SurroundingsQuestion = z.output<typeof surroundingsQuestion>

/** The server's knowledge of areas and other doors at this moment (`DoorState.around` of the engine). */
export const surroundings = z.object({
  /** Null: the person does not belong on this device, or has been deleted. */
  person: z
    .object({
      /** The area where they are and then each one around it; empty: outside, or never seen. */
      areaIds: z.array(id),
      /** The last time they came into the area entered, within a day and a half; null: not known. */
      enteredAt: instant.nullable(),
    })
    .nullable(),
  /**
   * People in the area entered and in those inside it, and those who have claimed a place there; the one who asks counts only
   * where they are inside. Null: it leads outside.
   */
  occupancy: z.int().min(0).nullable(),
  /** Those of `doorIds` that are open or about to open; null: none is, and the state of one is not known; or none were named. */
  openDoorIds: z.array(id).nullable(),
})
export type Surroundings = z.output<typeof surroundings>

/** The time for which a terminal waits for the answer, counted from its question; then it decides without. */
export const surroundingsTimeoutMs = 400

export const askSurroundings = deviceRoute({
  method: 'POST',
  path: '/v1/passage',
  summary: 'Ask for the state of areas and other doors that the rules of this door depend on, for one passage',
  access: 'device',
  body: surroundingsQuestion,
  response: z.object({ around: surroundings }),
  errors: ['request.too-many'],
})
