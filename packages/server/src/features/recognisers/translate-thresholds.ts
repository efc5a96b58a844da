import { ownValue, type SettingValue, type SettingValues } from '@gatehouse/contract/device/settings-schema.ts'
import type { RecogniserThresholds } from '@gatehouse/face/core/recogniser-spec.ts'
import { thresholdOnScaleOf } from '@gatehouse/face/core/threshold-policy.ts'
import type { Ctx } from '../../ctx.ts'
import { updateDevice } from '../../device-link/device-store.ts'
import { noteConfigurationChanged } from '../../device-link/outbox/configuration-changes.ts'
import { manifestOf } from '../../face/recogniser-slot.ts'
import { selectRecognisers } from '../../face/recogniser-store.ts'
import { moveTemplates } from '../devices/settings/template-actions.ts'
import { lockDevicesNaming } from './device-recogniser-store.ts'

/**
 * Thresholds that were set by hand on the scale of a recogniser which is about to be taken out become ones of the scale that their device
 * compares by, and those in templates ones of the recogniser in use: nobody could read them afterwards.
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
    await updateDevice(ctx.db, id, {
      threshold_model_id: to,
      settings: JSON.stringify(translated(settings, scaleOf(taken), scaleOf(to))),
    })
  }
  await moveTemplates(ctx.db, {
    from: taken,
    to: inUse,
    translate: (values) => translated(values, scaleOf(taken), scaleOf(inUse)),
  })
  await noteConfigurationChanged(
    ctx,
    devices.map(({ id }) => id),
    'settings',
  )
}

function translated<Values extends SettingValues>(values: Values, from: Scale, to: Scale): Values {
  const set = ownValue<SettingValue>(values, 'faceThreshold')
  return typeof set === 'number' ? { ...values, faceThreshold: thresholdOnScaleOf(set, from, to) } : values
}
type Scale = RecogniserThresholds | undefined
