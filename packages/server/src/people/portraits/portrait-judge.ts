import type { PortraitVerdict } from '@gatehouse/contract/features/portraits.ts'
import { portraitChecksVersion } from '@gatehouse/face/core/check-portrait.ts'
import { faceModelId } from '@gatehouse/face/core/face-models.ts'
import type { CheckedPortrait } from '@gatehouse/face/node/face-jobs.ts'

/** Names who judges portraits today: the checks, how much the enterprise asks for, and the recogniser that some of them ask. */
export const judgeOf = (level: 'low' | 'high'): string => `${portraitChecksVersion}-${level}-${faceModelId}`

export const checksOf = ({ checks }: CheckedPortrait): PortraitVerdict['checks'] =>
  checks.map(({ check, signal, value, limit, bound, passed }) => ({ check, signal, value, limit, bound, passed }))
