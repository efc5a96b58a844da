import type { DeviceSettings } from '@gatehouse/contract/device/link.ts'
import { ownThresholdsOf } from '@gatehouse/face/core/recogniser-spec.ts'
import { thresholdOfOne } from '@gatehouse/face/core/threshold-policy.ts'

/** The cosine that a face must reach with the person whom a card or a PIN has named: nobody else takes part (ADR 0075). */
export const verifyThresholdOf = (
  { falseOpenings }: Pick<DeviceSettings, 'falseOpenings'>,
  modelId: string | null = null,
): number => thresholdOfOne(Number(falseOpenings), ownThresholdsOf(modelId))
