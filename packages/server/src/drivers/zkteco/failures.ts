import type { PersonFailure } from '@gatehouse/contract/device/link.ts'
import { hasNobody } from './protocol/read-answers.ts'
import type { ZkParts, ZkSession } from './zk-session.ts'
import { type Dialect, dialectOf } from './zkteco-make.ts'
import { findZkDevice, selectFailed } from './zkteco-store.ts'

/** Codes that only this product uses: a terminal tells them in another way, after it took a photograph (`uploads/take-errors.ts`). */
export const photoCodes = { noFace: -10_001, unusable: -10_002 } as const

const ofAnything: ReadonlyMap<number, PersonFailure> = new Map<number, PersonFailure>([
  [-18, 'capacity'],
  [-1001, 'capacity'],
  [hasNobody, 'not-on-device'],
])
const ofPhotographs: ReadonlyMap<number, PersonFailure> = new Map<number, PersonFailure>([
  [photoCodes.noFace, 'no-face'],
  [photoCodes.unusable, 'face-unusable'],
  [-9, 'portrait-unreadable'],
  [-30, 'model-mismatch'],
  [-106, 'portrait-too-large'],
  [-1006, 'portrait-too-large'],
  // The documents call it full; some firmware means a shape of the picture that it does not take.
  [-1001, 'portrait-refused'],
  [-620, 'portrait-unreadable'],
  [-631, 'portrait-unreadable'],
])
/** No template can be made of it. In the access dialect the first is a wrong value of any command. */
const ofTemplates: Readonly<Record<Dialect, ReadonlyMap<number, PersonFailure>>> = {
  attendance: new Map<number, PersonFailure>([
    [-11, 'no-face'],
    [-12, 'no-face'],
  ]),
  access: new Map<number, PersonFailure>([[-11, 'portrait-unreadable']]),
}

/** The people whom a terminal could not take, and why. */
export async function failuresOf(
  { services }: ZkParts,
  deviceId: string,
  dialect: Dialect,
): Promise<{ personId: string; reason: PersonFailure }[]> {
  // Why somebody is not there says more than that they are not.
  const rows = (await selectFailed(services.db, deviceId)).toSorted((a, b) => Number(isLack(a)) - Number(isLack(b)))
  const reasons = new Map<string, PersonFailure>()
  for (const { person_id: personId, ...failed } of rows)
    if (personId !== null && !reasons.has(personId)) reasons.set(personId, reasonOf(failed, dialect))
  return [...reasons].map(([personId, reason]) => ({ personId, reason }))
}

const isLack = ({ code }: { code: number | null }) => code === hasNobody

type Failed = { what: string; state: string; code: number | null }

function reasonOf({ what, state, code }: Failed, dialect: Dialect): PersonFailure {
  if (what === 'card') return 'card-unwritable'
  if (what === 'pin') return 'pin-unknown'
  if (code === null) return state === 'unknown' ? 'no-answer' : what === 'photo' ? 'portrait-unreadable' : 'refused'
  const ofPhoto = what === 'photo' ? (ofTemplates[dialect].get(code) ?? ofPhotographs.get(code)) : undefined
  const known = ofPhoto ?? ofAnything.get(code)
  return known ?? (state === 'sent' ? 'refused-for-now' : 'refused')
}

/** The board tells at once of a failure that came or went: also while a step is under way. */
export async function tellFailures(parts: ZkParts, session: ZkSession): Promise<void> {
  session.hasWork = true
  const zk = await findZkDevice(parts.services.db, session.device.id)
  if (!zk || zk.people_cursor === null) return
  await parts.events.peopleApplied(
    session.device,
    zk.people_cursor,
    await failuresOf(parts, zk.device_id, dialectOf(zk.type)),
  )
}
