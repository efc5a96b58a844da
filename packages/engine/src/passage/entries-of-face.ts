import { mayPass } from './may-pass.ts'
import type { KnownPerson, PassageQuestion, PassageVerdict, Reason } from './may-pass.ts'

/** One entry of the list of people. Somebody who was added twice has two. */
export interface FaceEntry extends KnownPerson {
  id: string
}

export interface EntriesVerdict<Entry, Verdict = PassageVerdict> {
  verdict: Verdict
  /** The person of the record; null for a stranger. */
  main: Entry | null
  /** The other entries that were evaluated together with it. */
  others: readonly Entry[]
}

/** The number of entries that the reason names: these are enough to tell somebody who gave one picture to everybody. */
const maxNamed = 20

/**
 * Does the door open for somebody who has several entries? `entries` are all of one face, the most alike first; one alone
 * is evaluated by `mayPass`.
 *
 * A door sees a face and not its entry, so several are never worth more than any one of them:
 * 1. Entries in no group bound to the device are unknown there and left out, and so are visits that are over, which
 *    devices delete. So is the entry of an employee who has left, who may come back as a visitor.
 * 2. A blacklisted entry wins: the face is refused as blacklisted, with its alarm.
 * 3. Otherwise the door opens only if every entry may pass; the first that may not, in the order of the next rule,
 *    gives the reason.
 * 4. The record is of the main entry, which is blacklisted before staff before visitor, then the most alike. It names
 *    the others. Attendance and statistics count the main one.
 *
 * The chain of reasons begins with `entries-of-one-face`, which names the first twenty, and goes on with the chain of the entry that decided, whose id
 * its `group-bound` bears.
 */
export function mayPassTogether<Entry extends FaceEntry>(
  question: Omit<PassageQuestion, 'subject'>,
  entries: readonly Entry[],
): EntriesVerdict<Entry> {
  return evaluateEntries(question, entries, (subject) => mayPass({ ...question, subject }))
}

/** The rules of `mayPassTogether`, for any function that decides about one of the entries, or about a stranger. */
export function evaluateEntries<Entry extends FaceEntry, Verdict extends PassageVerdict>(
  question: Pick<PassageQuestion, 'atMs' | 'device'>,
  entries: readonly Entry[],
  decide: (subject: Entry | { kind: 'stranger' }) => Verdict,
): EntriesVerdict<Entry, Verdict> {
  const bound = inOrder(entries.filter((entry) => isBound(entry, question)))
  const here = bound.filter((entry) => !isOver(entry, question))
  // All entries are unknown here: the first gives the reason.
  const evaluated = (here.length > 0 ? here : [...bound, ...entries].slice(0, 1)).map((entry) => ({
    entry,
    verdict: decide(entry),
  }))
  const [first, ...rest] = evaluated
  if (!first) return { verdict: decide({ kind: 'stranger' }), main: null, others: [] }
  if (rest.length === 0)
    return { ...first, main: first.verdict.recordedAs === 'stranger' ? null : first.entry, others: [] }
  const deciding = evaluated.find(({ verdict }) => !verdict.opens) ?? first
  return {
    main: first.entry,
    others: rest.map(({ entry }) => entry),
    verdict: {
      ...deciding.verdict,
      recordedAs: first.entry.kind,
      reasons: [
        { code: 'entries-of-one-face', personIds: evaluated.slice(0, maxNamed).map(({ entry }) => entry.id) },
        ...deciding.verdict.reasons.map((reason) => signed(reason, deciding.entry.id)),
      ],
    },
  }
}

/** Whether the device knows the person. */
export const isBound = (person: KnownPerson, { device }: Pick<PassageQuestion, 'device'>): boolean =>
  device.boundGroupIds.some((id) => person.groupIds.includes(id))

function isOver({ kind, validToMs, leftMs = null }: FaceEntry, { atMs }: Pick<PassageQuestion, 'atMs'>) {
  if (atMs === null || kind === 'blacklisted') return false
  return (leftMs !== null && leftMs <= atMs) || (kind === 'visitor' && validToMs !== null && validToMs <= atMs)
}

const ranks = { blacklisted: 0, staff: 1, visitor: 2 } as const

/** The order in which a record names them: blacklisted before staff before visitor; among equals the order stays. */
export const inOrder = <Entry extends Pick<KnownPerson, 'kind'>>(entries: readonly Entry[]): Entry[] =>
  entries.toSorted((a, b) => ranks[a.kind] - ranks[b.kind])

const signed = (reason: Reason, personId: string): Reason =>
  reason.code === 'group-bound' ? { ...reason, personId } : reason
