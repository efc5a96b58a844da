import { cardSpelling } from '@gatehouse/contract/card-number.ts'
import type { Hints } from '../hints/hints.ts'
import { createSystemCtx, type Ctx, inTransaction, type Services } from '../ctx.ts'
import { openPin, sealCardKey, sealPinKey } from './person-columns.ts'
import { cardKey, pinKey } from '../lib/slow-hash.ts'
import { notePeopleChanged } from '../device-link/outbox/people-changes.ts'
import {
  claimDueKeys,
  deleteDueKeys,
  type DuePerson,
  type PersonKey,
  releaseDueKeys,
  upsertKeys,
  waitBriefly,
} from './person-key-store.ts'

/** Each takes a moment of one core: the end of a batch is at most two seconds away. */
const batchSize = 50
/** A hint may be lost. */
const lookMs = 60_000
const againMs = 1_000

/**
 * Makes the keys of cards and PINs (ADR 0045) as soon as one changed, one after the other and off the main thread,
 * and makes the devices pull them.
 */
export function startPersonKeyWorker(services: Services, hints: Hints): { close(): Promise<void> } {
  const ctx = createSystemCtx(services)
  const ending = new AbortController()
  let working: Promise<void> | undefined
  let isDue = false

  async function work(): Promise<void> {
    while (isDue && !ending.signal.aborted) {
      isDue = false
      try {
        while ((await makeDueKeys(ctx, ending.signal)) > 0);
      } catch (error) {
        services.log.warn({ err: error }, 'keys of cards and PINs could not be made; trying again')
        setTimeout(nudge, againMs).unref()
      }
    }
    working = undefined
  }
  const nudge = () => {
    isDue = true
    working ??= work()
  }

  const leave = hints.on((hint) => {
    if (hint.to === 'servers' && hint.what === 'person-keys') nudge()
  })
  const leaveMissed = hints.onMissed(nudge)
  const timer = setInterval(nudge, lookMs)
  timer.unref()
  nudge()
  return {
    async close() {
      ending.abort()
      leave()
      leaveMissed()
      clearInterval(timer)
      await working
    },
  }
}

/** Makes the keys of some people; gives how many. */
export async function makeDueKeys(ctx: Ctx, signal?: AbortSignal): Promise<number> {
  const due = await claimDueKeys(ctx.db, batchSize)
  const keys: PersonKey[] = []
  for (const person of due) {
    if (signal?.aborted) break
    keys.push(await makeKey(ctx, person))
  }
  const ids = due.map(({ id }) => id)
  if (due.length > 0)
    await inTransaction(ctx, async (ctx) => {
      await waitBriefly(ctx.db)
      await upsertKeys(ctx.db, keys)
      await deleteDueKeys(ctx.db, keys)
      await releaseDueKeys(ctx.db, ids)
      await notePeopleChanged(
        ctx,
        keys.map(({ id }) => id),
      )
    }).catch(async (error: unknown) => {
      await releaseDueKeys(ctx.db, ids)
      throw error
    })
  return keys.length
}

async function makeKey(ctx: Ctx, { id, noted_at, card, typed_card, pin_sealed }: DuePerson): Promise<PersonKey> {
  const spelled = card === null ? null : cardSpelling(card)
  const pin = readPin(ctx, id, pin_sealed)
  return {
    id,
    notedAt: noted_at,
    card: spelled,
    typedCard: typed_card,
    pinSealed: pin_sealed,
    cardKeySealed: spelled === null ? null : sealCardKey(ctx.keys, await cardKey(ctx.keys, spelled)),
    pinKeySealed: pin === null ? null : sealPinKey(ctx.keys, await pinKey(ctx.keys, pin)),
  }
}

/** A damaged value costs this one PIN. */
function readPin({ keys, log }: Ctx, personId: string, sealed: Buffer | null): string | null {
  try {
    return openPin(keys, sealed)
  } catch (error) {
    log.error({ err: error, personId }, 'a PIN cannot be opened')
    return null
  }
}
