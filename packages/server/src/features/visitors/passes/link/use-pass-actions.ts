import type { usePass as usePassRoute } from '@gatehouse/contract/device/link.ts'
import { evaluatePass, type PassReason } from '@gatehouse/engine/passage/pass.ts'
import { z } from 'zod'
import { type Ctx, hint, inTransaction } from '../../../../ctx.ts'
import { insertUses, isUseCounted, lockPass } from '../pass-use-store.ts'
import { notePeopleChanged } from '../../../../device-link/outbox/people-changes.ts'

type Answer = z.output<typeof usePassRoute.response>

const outcomes = {
  'pass-holds': 'usable',
  'pass-revoked': 'revoked',
  'pass-not-started': 'not-started',
  'pass-over': 'over',
  'pass-used-up': 'used-up',
  'pass-unknown': 'unknown',
  'pass-elsewhere': 'elsewhere',
} as const satisfies Record<PassReason['code'], Answer['outcome']>

/** Whether a pass is valid at this device now; with a `useId` it counts one use of it: of two doors one is first. */
export async function usePass(
  ctx: Ctx,
  deviceId: string,
  { codeHash, useId }: { codeHash: string; useId: string | null },
): Promise<Answer> {
  return inTransaction(ctx, async (ctx) => {
    const pass = await lockPass(ctx.db, deviceId, Buffer.from(codeHash, 'hex'))
    if (!pass) return { outcome: 'unknown', passId: null, person: null }
    const known = { passId: pass.id, person: { id: pass.person_id, name: pass.person_name } }
    // A lost answer is requested again: the use is counted already, and stands.
    if (useId !== null && (await isUseCounted(ctx.db, useId))) return { outcome: 'usable', ...known }
    const now = ctx.clock.now()
    const reason = evaluatePass(
      {
        id: pass.id,
        validFromMs: Temporal.Instant.from(pass.valid_from).epochMilliseconds,
        validToMs: Temporal.Instant.from(pass.valid_to).epochMilliseconds,
        maxUses: pass.max_uses,
        usedCount: pass.used_count,
        isRevoked: pass.is_revoked,
      },
      now.epochMilliseconds,
    )
    const outcome = reason.code === 'clock-unset' ? 'over' : outcomes[reason.code]
    // For a person who never belonged here not even the name is sent.
    if (!pass.belonged) return { outcome: 'elsewhere', passId: null, person: null }
    if (outcome === 'usable' && !pass.belongs) return { outcome: 'over', ...known }
    if (outcome === 'usable' && useId !== null)
      await count(ctx, deviceId, [{ recordId: useId, passId: pass.id, at: now.toString() }])
    return { outcome, ...known }
  })
}

type RecordOfPass = { id: string; entryMode: string; opened: boolean; reasons: string; recognisedAt: string }

/** Counts the openings by a pass that a terminal decided alone, while the server was unavailable. */
export async function countPassUses(ctx: Ctx, deviceId: string, rows: readonly RecordOfPass[]): Promise<void> {
  const uses = rows.flatMap((row) => {
    if (row.entryMode !== 'qr-code' || !row.opened) return []
    const passId = passOf(JSON.parse(row.reasons))
    return passId === undefined ? [] : [{ recordId: row.id, passId, at: row.recognisedAt }]
  })
  if (uses.length > 0) await inTransaction(ctx, (ctx) => count(ctx, deviceId, uses))
}

const heldPass = z.object({ code: z.literal('pass-holds'), passId: z.uuid() })

function passOf(reasons: unknown): string | undefined {
  if (!Array.isArray(reasons)) return undefined
  return reasons.map((reason: unknown) => heldPass.safeParse(reason).data).find((pass) => pass !== undefined)?.passId
}

async function count(ctx: Ctx, deviceId: string, uses: Parameters<typeof insertUses>[2]): Promise<void> {
  const people = await insertUses(ctx.db, deviceId, uses)
  if (people.length === 0) return
  await notePeopleChanged(ctx, people)
  await hint(ctx, { to: 'consoles', topic: 'visitors' })
}
