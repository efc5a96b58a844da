import { hashing } from '@gatehouse/contract/device/link.ts'
import { z } from 'zod'
import type { PeopleStep } from './terminal-state.ts'

/**
 * The progress of pulling the list of people. Every full pull is a generation: people of an older one at its end are
 * dropped.
 */
export const progressSchema = z.object({
  cursor: z.string().nullable(),
  isFullPull: z.boolean(),
  generation: z.int(),
  isReportDue: z.boolean(),
  /** The parameters of the list's cards and PINs; null: they are in the earlier form. */
  hashing: hashing.nullable().default(null),
})
export type Progress = z.output<typeof progressSchema>

export const noProgress: Progress = {
  cursor: null,
  isFullPull: false,
  generation: 0,
  isReportDue: false,
  hashing: null,
}

/** The progress after a step. `countedFrom`: people of this generation and later count towards the capacity. */
export function nextProgress(progress: Progress, step: PeopleStep) {
  const isFullPull = step.begins || progress.isFullPull
  const generation = step.begins ? progress.generation + 1 : progress.generation
  const isNews = step.upserts.length > 0 || step.removals.length > 0 || step.cursor !== progress.cursor || isFullPull
  return {
    generation,
    endsFullPull: isFullPull && step.ends,
    // People who are about to be dropped must not keep others out.
    countedFrom: isFullPull ? generation : 0,
    progress: {
      cursor: step.cursor,
      isFullPull: isFullPull && !step.ends,
      generation,
      // Reported once a whole pull is applied, not page by page.
      isReportDue: progress.isReportDue || isNews,
      hashing: step.hashing,
    } satisfies Progress,
  }
}

/** The room for new people, counted down as they arrive; a person who is counted already always fits. */
export function createCapacityCheck(count: number, capacity: number): (isCounted: boolean) => boolean {
  let room = capacity - count
  return (isCounted) => isCounted || room-- > 0
}
