import { AppError } from '@gatehouse/contract/errors.ts'
import { openingKinds } from '@gatehouse/contract/features/doors/opening-rule.ts'
import type { Ctx } from '../../ctx.ts'
import { readNeedsReason } from './opening-reads.ts'

type Command = { kind: string; reason?: string | null | undefined }

/** @throws AppError door.reason-needed when the devices open a door that needs a reason, and none is given */
export async function requireReason(ctx: Ctx, deviceIds: readonly string[], { kind, reason }: Command): Promise<void> {
  if (reason || deviceIds.length === 0 || !openingKinds.includes(kind)) return
  if (await readNeedsReason(ctx.db, deviceIds)) throw new AppError('door.reason-needed')
}
