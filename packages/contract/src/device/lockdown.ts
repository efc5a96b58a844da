import { z } from 'zod'
import { id, instant, requiredLine } from '../fields.ts'

/** The revision where nothing holds. */
export const noLockdown = 'none'

/** The lockdowns and the emergency open that hold at the door of one terminal: one small document, taken whole. */
export const deviceLockdown = z.object({
  /** Each of them closes the door: a person passes who is exempt from all. */
  lockdowns: z.array(z.object({ id, exemptGroupIds: z.array(id), sinceAt: instant })).max(100),
  /** The door is open for everybody. */
  emergency: z.object({ kind: z.literal('emergency-open'), sinceAt: instant }).nullable(),
  /** Identifies this document, for `reportLockdown` and `getSyncStatus`. */
  revision: requiredLine(64),
})
export type DeviceLockdown = z.output<typeof deviceLockdown>
