import type { PortraitVerdict } from '@gatehouse/contract/features/portraits.ts'
import { portraitChecksVersion, portraitLimits } from '@gatehouse/face/core/check-portrait.ts'
import { faceModelId } from '@gatehouse/face/core/face-models.ts'
import type { CheckedPortrait } from '@gatehouse/face/node/face-jobs.ts'

/** Names who judges portraits today: the checks, how much the enterprise asks for, and the recogniser that some of them ask. */
export const judgeOf = (level: 'low' | 'high'): string => `${portraitChecksVersion}-${level}-${faceModelId}`

export const checksOf = ({ checks }: CheckedPortrait): PortraitVerdict['checks'] =>
  checks.map(({ check, signal, value, limit, bound, passed }) => ({ check, signal, value, limit, bound, passed }))

type Checks = PortraitVerdict['checks']

/**
 * The checks of a kept picture, with the size that was measured in the photograph: the kept picture is smaller and does not tell it. A
 * portrait whose photograph nobody measured has no size.
 */
export function withSizeOfPhotograph(checks: Checks, before: Checks): Checks {
  const measured = before.find(({ check }) => check === 'size')
  const limit = portraitLimits.sizePixels
  const size = measured && { ...measured, limit, passed: measured.value >= limit }
  const [count, ...others] = checks.filter(({ check }) => check !== 'size')
  return [...(count ? [count] : []), ...(size ? [size] : []), ...others]
}
