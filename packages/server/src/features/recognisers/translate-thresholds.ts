import { ownValue } from '@gatehouse/contract/device/settings-schema.ts'
import { thresholdOnScaleOf } from '@gatehouse/face/core/threshold-policy.ts'
import type { Ctx } from '../../ctx.ts'
import { updateDevice } from '../../device-link/device-store.ts'
import { noteConfigurationChanged } from '../../device-link/outbox/configuration-changes.ts'
import { manifestOf } from '../../face/recogniser-slot.ts'
import { selectRecognisers } from '../../face/recogniser-store.ts'
import { lockDevicesNaming } from './device-recogniser-store.ts'

/**
 * Thresholds that were set by hand on the scale of a recogniser which is about to be taken out become ones of the scale that their device
 * compares by: nobody could read them afterwards.
 * @throws Error when devices still compare with it
 */
export async function translateThresholds(
  ctx: Pick<Ctx, 'db'>,
  { taken, inUse }: { taken: string; inUse: string | null },
): Promise<void> {
  const devices = await lockDevicesNaming(ctx.db, taken)
  const comparing = devices.filter((device) => device.face_model_id === taken)
  if (comparing.length > 0)
    throw new Error(
      `${comparing.map(({ name }) => name).join(', ')} still compare with ${taken}. They follow while they are online; delete those that never come back.`,
    )
  // From the database: this process may have heard of none of them.
  const rows = await selectRecognisers(ctx.db)
  const scaleOf = (modelId: string | null) => {
    const row = rows.find(({ model_id: id }) => id === modelId)
    return row && manifestOf(row).thresholds
  }
  for (const { id, settings, face_model_id: own } of devices) {
    const to = own ?? inUse
    const set = ownValue(settings, 'faceThreshold')
    const faceThreshold = typeof set === 'number' ? thresholdOnScaleOf(set, scaleOf(taken), scaleOf(to)) : undefined
    await updateDevice(ctx.db, id, {
      threshold_model_id: to,
      ...(faceThreshold !== undefined && { settings: JSON.stringify({ ...settings, faceThreshold }) }),
    })
  }
  await noteConfigurationChanged(
    ctx,
    devices.map(({ id }) => id),
    'settings',
  )
}
