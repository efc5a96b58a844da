import { maxDaysBack } from '@gatehouse/contract/features/attendance/rules.ts'
import { addDays, latestDateAnywhere } from '@gatehouse/engine/calendar/dates.ts'
import { readCompany } from '../../../company/company-reads.ts'
import type { Ctx, Services } from '../../../ctx.ts'
import { claimMoveTasks, queueDays, type RecomputeTask } from '../recompute-queue-store.ts'
import { type Move, moveAssignments, renameVia, selectMemberships } from './assignment-store.ts'

/** The days of a person that are to be computed again. */
export type Range = { personId: string; fromOn: string; toOn: string; cause: string }

/** A change of a day changes the day before too, since that ends when this one begins. */
export const fromDayBefore = (on: string) => ({ fromOn: addDays(on, -1) })

/**
 * Puts one person into the rule that names them now, before the queue does: a person who asks for a punch right
 * after a rule was created is in it. Their days are computed later, as always.
 */
export async function settleAssignmentsOf(
  { db, clock }: Pick<Services, 'db' | 'clock'>,
  personId: string,
): Promise<void> {
  const tasks = await claimMoveTasks(db, personId)
  if (tasks.length === 0) return
  const { timeZone: zone } = await readCompany(db)
  const today = clock.now().toZonedDateTimeISO(zone).toPlainDate().toString()
  for (const { fromOn, toOn, cause } of await settleAssignments({ db }, tasks, { today, zone }))
    await queueDays(db, personId, fromOn, toOn, cause)
}

/** Puts people into the rules that name them now; gives the days that this touches. */
export async function settleAssignments(
  { db }: Pick<Ctx, 'db'>,
  tasks: readonly RecomputeTask[],
  { today, zone }: { today: string; zone: string },
): Promise<Range[]> {
  const asked = new Map<string, string | null>()
  for (const { person_id, punched_at, from_on, to_on } of tasks) {
    if (punched_at !== null || to_on !== null) continue
    const before = asked.get(person_id) ?? null
    // The earliest date that somebody asked for wins.
    asked.set(person_id, before === null || (from_on !== null && from_on < before) ? from_on : before)
  }
  if (asked.size === 0) return []
  const moves: Move[] = []
  const renamed: { personId: string; via: string }[] = []
  for (const person of await selectMemberships(db, [...asked.keys()], { zone, today })) {
    const { person_id: personId, wanted_rule: ruleId, wanted_via: via, current_rule, current_from } = person
    const askedOn = asked.get(personId) ?? null
    if (ruleId === null) {
      // A person who punched on their last day has worked on it; a person who did not is no longer absent.
      const endsOn = person.came_today ? addDays(today, 1) : today
      if (current_rule !== null) moves.push({ personId, fromOn: later(endsOn, current_from), ruleId, via })
      continue
    }
    const isNew = current_rule === null
    const fromOn = askedOn ?? (isNew ? later(person.known_on, person.last_to_on) : today)
    const isEarlier = askedOn !== null && current_from !== null && fromOn < current_from
    if (isNew || ruleId !== current_rule || isEarlier) moves.push({ personId, fromOn, ruleId, via })
    else if (via !== person.current_via) renamed.push({ personId, via })
  }
  if (moves.length > 0) await moveAssignments(db, moves)
  if (renamed.length > 0) await renameVia(db, renamed)
  const earliest = addDays(today, -maxDaysBack)
  return moves
    .filter(({ fromOn }) => fromOn <= today)
    .map(({ personId, fromOn }) => ({
      personId,
      ...fromDayBefore(later(fromOn, earliest)),
      toOn: latestDateAnywhere(today),
      cause: 'moved',
    }))
}

const later = (a: string, b: string | null) => (b !== null && b > a ? b : a)
