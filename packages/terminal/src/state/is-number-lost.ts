import { highestSequence, sequenceStep } from '@gatehouse/contract/device/link.ts'

/**
 * Whether the records that wait must be numbered again beyond those that the server has. It has seen our next number (our state is an old copy), or we are
 * further ahead of it than any loss explains: the server does not go by such numbers, and would be sent the same again and again. What
 * it says beyond the bound is nobody's number.
 */
export const isNumberLost = (
  storedSequence: number,
  { nextSequence, total }: { readonly nextSequence: number; readonly total: number },
): boolean =>
  storedSequence < highestSequence &&
  (storedSequence >= nextSequence || nextSequence - total > storedSequence + 1 + sequenceStep)
