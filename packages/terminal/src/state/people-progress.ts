import { hashing } from '@gatehouse/contract/device/link.ts'
import { z } from 'zod'
import type { PeopleStep } from './terminal-state.ts'

/** How far the list of people is pulled. Every full pull is a generation: who bears an older one at its end is dropped. */
export const progressSchema = z.object({
  cursor: z.string().nullable(),
  isFullPull: z.boolean(),
  generation: z.int(),
  isReportDue: z.boolean(),
  /** By what the cards and PINs of the list were made; null: they are in the form of before. */
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

/** What a step makes of the progress. `countedFrom`: people of this generation and later count towards the capacity. */
export function nextProgress(progress: Progress, step: PeopleStep) {
  const isFullPull = step.begins || progress.isFullPull
  const generation = step.begins ? progress.generation + 1 : progress.generation
  const isNews = step.upserts.length > 0 || step.removals.length > 0 || step.cursor !== progress.cursor || isFullPull
  return {
    generation,
    endsFullPull: isFullPull && step.ends,
    // Those who are about to be dropped must not keep others out.
    countedFrom: isFullPull ? generation : 0,
    progress: {
      cursor: step.cursor,
      isFullPull: isFullPull && !step.ends,
      generation,
      // Told once a whole pull is applied, not page by page.
      isReportDue: progress.isReportDue || isNews,
      hashing: step.hashing,
    } satisfies Progress,
  }
}

/** Room for new people, counted down as they come; whoever is counted already always fits. */
export function createCapacityCheck(count: number, capacity: number): (isCounted: boolean) => boolean {
  let room = capacity - count
  return (isCounted) => isCounted || room-- > 0
}
