import { faceModelId } from '@gatehouse/face/core/face-models.ts'
import { type Ctx, hint } from '../../ctx.ts'
import { selectRecogniserState } from '../../face/recogniser-store.ts'
import { noteConfigurationChanged } from '../../device-link/outbox/configuration-changes.ts'
import { type Follower, selectFollowers, upsertDeviceRecogniser } from './device-recogniser-store.ts'

/** A terminal that was named a recogniser has this long; then the next one's turn begins beside it. */
const turnMinutes = 10
/** One that could not run it is asked again after this long. */
const againHours = 24

/** Whether the terminal has been named this recogniser. */
export const isTold = ({ told, model_id }: Follower, modelId: string): boolean =>
  told !== null && (model_id ?? faceModelId) === modelId

export const canFollow = ({ abilities }: Pick<Follower, 'abilities'>): boolean => abilities.includes('recogniser')

/**
 * Names the recogniser in use to the next terminal that compares with another one, one at a time: if it is no good at the doors, most of
 * them still have the former one. Before the first change no terminal is named one.
 */
export async function leadNextTerminal(ctx: Ctx, knows: (modelId: string) => boolean): Promise<void> {
  const state = await selectRecogniserState(ctx.db)
  if (state.changed_at === null) return
  const modelId = state.in_use ?? faceModelId
  const now = ctx.clock.now()
  const isSince = ({ changed_at }: Follower, ago: Temporal.DurationLike) =>
    changed_at !== null && Temporal.Instant.compare(Temporal.Instant.from(changed_at), now.subtract(ago)) > 0
  const behind = (await selectFollowers(ctx.db)).filter(
    (one) => canFollow(one) && one.face_model_id !== modelId && knows(one.face_model_id ?? ''),
  )
  const isUnderWay = behind.some(
    (one) => isTold(one, modelId) && one.state !== 'refused' && isSince(one, { minutes: turnMinutes }),
  )
  if (isUnderWay) return
  const next =
    behind.find((one) => one.is_online && !isTold(one, modelId)) ??
    behind.find((one) => one.is_online && one.state === 'refused' && !isSince(one, { hours: againHours }))
  if (!next) return
  await upsertDeviceRecogniser(ctx.db, {
    device_id: next.id,
    model_id: state.in_use,
    state: 'offered',
    reason: null,
    changed_at: now.toString(),
  })
  await noteConfigurationChanged(ctx, [next.id], 'settings')
  await hint(ctx, { to: 'consoles', topic: 'service-config' })
}
