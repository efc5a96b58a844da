import { highestSequence, sequenceStep } from '@gatehouse/contract/device/link.ts'

/**
 * Whether the waiting records must be numbered again beyond those that the server has. Either the server has seen our
 * next number (our state is an old copy), or we are further ahead of it than any loss explains: the server ignores such
 * numbers, and would get the same records again and again. Its numbers beyond the bound are ignored.
 */
export const isNumberLost = (
  storedSequence: number,
  { nextSequence, total }: { readonly nextSequence: number; readonly total: number },
): boolean =>
  storedSequence < highestSequence &&
  (storedSequence >= nextSequence || nextSequence - total > storedSequence + 1 + sequenceStep)
