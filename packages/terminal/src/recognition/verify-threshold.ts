import type { DeviceSettings } from '@gatehouse/contract/device/link.ts'
import { thresholdOfOne } from '@gatehouse/face/core/threshold-policy.ts'

/** The cosine that a face must reach with the person whom a card or a PIN has named: nobody else takes part (ADR 0075). */
export const verifyThresholdOf = ({ falseOpenings }: Pick<DeviceSettings, 'falseOpenings'>): number =>
  thresholdOfOne(Number(falseOpenings))
