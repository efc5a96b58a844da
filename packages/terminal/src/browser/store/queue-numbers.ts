import { highestSequence } from '@gatehouse/contract/device/link.ts'
import { z } from 'zod'
import type { QueueLimits } from '../../state/terminal-state.ts'

/*
 * The numbers of a queue that wait, that are kept, and that the server has: a state and an event give the next state.
 * The records themselves are in IndexedDB (indexed-db-queue.ts).
 */

/**
 * Which of the numbers on the disk the server has acknowledged: all up to `through` but those set aside. `marks` hold
 * the time of acknowledgement, an hour each: the last number, and when the first of that hour was acknowledged.
 */
const progressSchema = z.object({
  through: z.int().min(0).max(highestSequence),
  aside: z.array(z.int()),
  marks: z.array(z.tuple([z.int(), z.number()])),
})
export type QueueProgress = z.output<typeof progressSchema>
const nothingDone: QueueProgress = { through: 0, aside: [], marks: [] }
const markMs = 3_600_000

export type QueueNumbers = {
  /** Grows in place: a copy for each record is too much where 50,000 wait. */
  readonly waiting: number[]
  readonly kept: readonly number[]
  readonly nextSequence: number
  readonly through: number
  readonly marks: QueueProgress['marks']
}

export type QueueStart = {
  readonly sequences: readonly number[]
  readonly nextSequence: number
  /** As this queue noted it; undefined if an earlier version wrote the disk, which kept nothing. */
  readonly progress?: unknown
}

export function readNumbers({ sequences, nextSequence, progress }: QueueStart): QueueNumbers {
  const read = progressSchema.safeParse(progress)
  const { through, marks, aside } = read.success ? read.data : nothingDone
  const wasAside = new Set(aside)
  const waits = (sequence: number): boolean => sequence > through || wasAside.has(sequence)
  const onDisk = sequences.toSorted((a, b) => a - b)
  return {
    waiting: onDisk.filter(waits),
    kept: onDisk.filter((sequence) => !waits(sequence)),
    nextSequence: Math.max(nextSequence, (onDisk.at(-1) ?? 0) + 1),
    through,
    marks,
  }
}

/** The note about it on the disk. */
export const progressOf = ({ waiting, through, marks }: QueueNumbers): QueueProgress => ({
  through,
  aside: waiting.filter((sequence) => sequence <= through),
  marks: [...marks],
})

export const highestKept = ({ kept }: QueueNumbers): number => kept.at(-1) ?? 0

export function withoutKept(numbers: QueueNumbers, gone: readonly number[]): QueueNumbers {
  const those = new Set(gone)
  return { ...numbers, kept: numbers.kept.filter((sequence) => !those.has(sequence)) }
}

/** Records acknowledged beyond this number no longer count as acknowledged. */
const backTo = ({ through, marks }: QueueNumbers, last: number): Pick<QueueNumbers, 'through' | 'marks'> => ({
  through: Math.min(through, last),
  marks: marks.map(([of, atMs]) => [Math.min(of, last, through), atMs]),
})

/**
 * Numbers the waiting records from `first` on one after another, in their order; higher numbers are assigned once more.
 */
export const renumbered = (numbers: QueueNumbers, first: number): QueueNumbers => ({
  ...numbers,
  ...backTo(numbers, first - 1),
  waiting: numbers.waiting.map((_, i) => first + i),
  nextSequence: first + numbers.waiting.length,
})

/** `over`: those that are kept no longer; `crowded`: those whose pictures are kept no longer. */
export function acknowledged(numbers: QueueNumbers, stored: readonly number[], atMs: number, limits: QueueLimits) {
  const done = new Set(stored)
  const kept = [...numbers.kept, ...numbers.waiting.filter((sequence) => done.has(sequence))].toSorted((a, b) => a - b)
  const through = Math.max(numbers.through, ...stored)
  const last = numbers.marks.at(-1)
  const isSameHour = last && atMs - last[1] < markMs
  const marks: QueueProgress['marks'] = isSameHour
    ? [...numbers.marks.slice(0, -1), [through, last[1]]]
    : [...numbers.marks, [through, atMs]]
  const over = kept.slice(0, Math.max(0, kept.length - limits.kept))
  const left = kept.slice(over.length)
  const waiting = numbers.waiting.filter((sequence) => !done.has(sequence))
  return {
    numbers: { ...numbers, waiting, kept: left, through, marks },
    over,
    crowded: left.slice(0, Math.max(0, left.length - limits.keptCaptures)).slice(-stored.length),
  }
}

/** Drops records acknowledged before this moment, by the hour; undefined: there are none. */
export function purged(numbers: QueueNumbers, beforeMs: number) {
  const over = numbers.marks.findLast(([, firstAtMs]) => firstAtMs + markMs <= beforeMs)
  if (!over) return undefined
  const gone = numbers.kept.filter((sequence) => sequence <= over[0])
  const marks = numbers.marks.slice(numbers.marks.indexOf(over) + 1)
  return { numbers: { ...withoutKept(numbers, gone), marks }, gone }
}

/** Kept records beyond this number wait again. */
export function sentAgain(numbers: QueueNumbers, after: number) {
  const again = numbers.kept.filter((sequence) => sequence > after)
  if (again.length === 0) return undefined
  const waiting = [...again, ...numbers.waiting].toSorted((a, b) => a - b)
  const kept = numbers.kept.filter((sequence) => sequence <= after)
  return { numbers: { ...numbers, ...backTo(numbers, after), waiting, kept }, count: again.length }
}
