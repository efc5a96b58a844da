import type { Language } from '@gatehouse/contract/envelope.ts'
import { randomInt } from 'node:crypto'
import { after } from '../../../lib/clock.ts'
import type { Ctx } from '../../../ctx.ts'
import { blindIndex } from '../../../lib/seal.ts'
import { insertPairingCode } from './pairing-store.ts'

/** Without look-alikes: no I, O, 0, 1. */
const letters = 'ABCDEFGHJKLMNPQRSTUVWXYZ23456789'
const codeLength = 6
const validSeconds = 600

/** Keyed, since a code of 30 bits could be found from a plain hash within minutes. */
export const hashPairingCode = (ctx: Pick<Ctx, 'keys'>, code: string) =>
  blindIndex(ctx.keys.blindIndex, `pairing-code ${code}`)

/** The values that a device gets from the code. `direction` is the column's number, `language` that of the person who adds the device. */
export type PlannedDevice = {
  name: string
  location: string | null
  direction: number
  checksLiveness: boolean
  language: Language
}

/** A code that pairs one device within ten minutes. */
export async function issuePairingCode(ctx: Pick<Ctx, 'db' | 'clock' | 'keys' | 'actor'>, planned: PlannedDevice) {
  const code = Array.from({ length: codeLength }, () => letters[randomInt(letters.length)]).join('')
  const now = ctx.clock.now()
  const expiresAt = after(now, validSeconds)
  const createdBy = ctx.actor.kind === 'account' ? ctx.actor.id : null
  const { checksLiveness, ...place } = planned
  const row = {
    ...place,
    checks_liveness: checksLiveness,
    code_hash: hashPairingCode(ctx, code),
    created_by: createdBy,
    expires_at: expiresAt,
  }
  return { id: await insertPairingCode(ctx.db, row, now.toString()), code, expiresAt }
}
