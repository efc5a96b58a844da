import type { Ctx } from '../../ctx.ts'
import { moveReleaseTimes } from './lockdown-store.ts'

/**
 * The platform's clock was moved by this much: a super admin waits for as many minutes, whatever the clock shows, and cannot release
 * alone sooner by setting it.
 */
export const moveReleaseWaits = ({ db }: Pick<Ctx, 'db'>, ms: number): Promise<unknown> => moveReleaseTimes(db, ms)
