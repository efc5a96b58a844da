import { AppError } from '@gatehouse/contract/errors.ts'
import type { Reason } from '@gatehouse/engine/passage/may-pass.ts'
import type { Ctx } from '../../ctx.ts'
import { decidePassage, readAsked } from './policy-service.ts'

/** Up to this age the rules of now are those of then, nearly always; a record that comes later is left as it is. */
const maxAgeMs = 3_600_000
/** So young, the state of the door is that of the passage, too. */
const presentMs = 10_000

/**
 * The server's own chain of reasons, where it would have decided otherwise than a device that decides by itself; empty where it agrees,
 * or cannot know.
 */
export async function judgePassage(
  ctx: Ctx,
  deviceId: string,
  { personId, at, opened }: { personId: string; at: Temporal.Instant; opened: boolean },
): Promise<readonly Reason[]> {
  const ageMs = ctx.clock.now().epochMilliseconds - at.epochMilliseconds
  if (ageMs > maxAgeMs || ageMs < -presentMs) return []
  try {
    const moment = ageMs < presentMs ? {} : { at: at.toString() }
    const { verdict } = await decidePassage(ctx, await readAsked(ctx, personId), { deviceId, ...moment })
    if (verdict.opens === opened) return []
    return [{ code: verdict.opens ? 'server-opens' : 'server-refuses' }, ...verdict.reasons]
  } catch (error) {
    // The person or the device has gone meanwhile.
    if (error instanceof AppError) return []
    throw error
  }
}
