import type { Ctx } from '../ctx.ts'
import { notePeopleOfDevice } from '../device-link/outbox/people-changes.ts'
import { seal, unsealOrSkip } from '../lib/seal.ts'
import {
  deletePinCopies,
  deletePinCopy,
  isGivingPins,
  lockPinGiving,
  selectPinCopies,
  selectPinPeopleOfMakes,
  setPinGiving,
  upsertPinCopy,
} from './pin-copy-store.ts'

/*
 * Terminals of other makes take nothing but the digits of a PIN (ADR 0083). While somebody has switched it on, the digits of PINs that are set are
 * kept beside the hash; otherwise nothing can read a PIN back.
 */

/** It opens for this person alone. */
const contextOf = (personId: string) => `person_pin_copy.digits ${personId}`

/** Whether the digits of a PIN that this transaction sets are to be kept. To be asked before the sync clock is taken. */
export const keepsPinCopies = ({ db }: Ctx): Promise<boolean> => lockPinGiving(db)

/** Keeps the digits of the PIN that a person has now. */
export async function keepPinCopy(
  { db, keys }: Ctx,
  personId: string,
  digits: string,
  pinSealed: Buffer,
): Promise<void> {
  const sealed = seal(keys.column, Buffer.from(digits), contextOf(personId))
  await upsertPinCopy(db, personId, pinSealed, sealed)
}

/** A person no longer has a PIN, or has one whose digits nobody knows. */
export async function forgetPinCopy({ db }: Ctx, personId: string): Promise<void> {
  await deletePinCopy(db, personId)
}

/** The PIN of somebody for a terminal; `not-given`: what it has is its own. `unknown`: there is one, set before the digits were kept. */
export type GivenPin = 'not-given' | 'none' | 'unknown' | 'given'

/** Whether these people have a PIN to give to a terminal that takes digits. */
export async function givenPins(
  { db }: Pick<Ctx, 'db'>,
  people: readonly { id: string; hasPin: boolean }[],
): Promise<(personId: string) => GivenPin> {
  if (!(await isGivingPins(db))) return () => 'not-given'
  const withPin = people.flatMap(({ id, hasPin }) => (hasPin ? [id] : []))
  const copied = new Set((await selectPinCopies(db, withPin)).map((row) => row.person_id))
  const pins = new Map(withPin.map((id) => [id, copied.has(id) ? ('given' as const) : ('unknown' as const)]))
  return (personId) => pins.get(personId) ?? 'none'
}

/** The digits of a person's PIN, for the command that is leaving; null: there are none to give. */
export async function pinDigits({ db, keys }: Pick<Ctx, 'db' | 'keys'>, personId: string): Promise<string | null> {
  const [copy] = await selectPinCopies(db, [personId])
  if (!copy) return null
  return (
    unsealOrSkip(keys.column, copy.digits_sealed, contextOf(personId), 'person_pin_copy.digits')?.toString() ?? null
  )
}

/**
 * Switches it for terminals of these makes, and gives what it was before. Off, every copy is gone with this transaction, and the terminals are
 * told to forget what they were given.
 */
export async function switchPinGiving(ctx: Ctx, makes: readonly string[], isOn: boolean): Promise<boolean> {
  const before = await setPinGiving(ctx.db, isOn)
  if (!isOn) await deletePinCopies(ctx.db)
  if (before === isOn) return before
  for (const [deviceId, personIds] of await selectPinPeopleOfMakes(ctx.db, makes))
    await notePeopleOfDevice(ctx, deviceId, personIds)
  return before
}
