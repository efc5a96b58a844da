import { faceModelId } from '@gatehouse/face/core/face-models.ts'
import { createSystemCtx, hint, inTransaction, type Services } from '../../ctx.ts'
import { lockRecogniserState, updateRecogniserState } from '../../face/recogniser-store.ts'
import type { RecogniserSlot } from '../../face/recogniser-slot.ts'
import { insertOperation } from '../../http/operation-log-store.ts'
import { exchangeTemplates } from '../../people/portraits/further-template-store.ts'
import { compareAllFaces } from '../face-pairs/face-pair-actions.ts'
import { forgetStrangerScores } from '../records/stranger-score-actions.ts'

/**
 * Puts a recogniser in force, with the templates that were made for it, in one transaction: nobody sees half of each. Counts by the scale of
 * the former one begin again.
 */
export async function changeOver(services: Services, recognisers: RecogniserSlot, modelId: string): Promise<void> {
  const isChanged = await inTransaction(createSystemCtx(services), async (ctx) => {
    const state = await lockRecogniserState(ctx.db)
    // Somebody has thought better of it, or another server was first.
    if (!state.is_changing || (state.wanted ?? faceModelId) !== modelId) return false
    const now = ctx.clock.now().toString()
    await exchangeTemplates(ctx.db, modelId, now)
    await updateRecogniserState(ctx.db, {
      in_use: state.wanted,
      former: state.in_use,
      is_changing: false,
      is_forced: false,
      changed_at: now,
      problem: null,
      problem_at: null,
    })
    await compareAllFaces(ctx)
    await forgetStrangerScores(ctx)
    await insertOperation(ctx.db, {
      module: 'service-config',
      event: 'recogniser-changed',
      side: 'system',
      address: '',
      requestId: '',
      actor: { kind: 'system' },
      note: { item: modelId },
    })
    await hint(ctx, { to: 'servers', what: 'recognisers' }, { to: 'consoles', topic: 'service-config' })
    return true
  })
  if (isChanged) await recognisers.refresh()
}
