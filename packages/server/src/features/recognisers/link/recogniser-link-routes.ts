import { createReadStream } from 'node:fs'
import { stat } from 'node:fs/promises'
import * as contract from '@gatehouse/contract/device/recogniser-link.ts'
import { AppError } from '@gatehouse/contract/errors.ts'
import { type DeviceApp, mountDevice } from '../../../device-link/mount-device.ts'
import type { LiveUpdates } from '../../../hints/live-updates.ts'
import { manifestOf, RecogniserMissingError, type RecogniserSlot } from '../../../face/recogniser-slot.ts'
import { findDeviceRecogniser, upsertDeviceRecogniser } from '../device-recogniser-store.ts'

/** The calls by which a terminal learns which recogniser to follow, fetches it, and says whether it can. */
export function mountRecogniserLink(app: DeviceApp, recognisers: RecogniserSlot, liveUpdates: LiveUpdates): void {
  mountDevice(app, contract.getRecogniser, async (_, device, ctx) => {
    const told = await findDeviceRecogniser(ctx.db, device.id)
    if (!told) return { follow: 'stay' as const, recogniser: null }
    const { model_id, spec, byte_size } = told
    if (model_id === null || spec === null) return { follow: 'built-in' as const, recogniser: null }
    const { sha256, input, alignment, dimension, thresholds } = manifestOf({ spec })
    const form = { sha256, input, alignment, dimension, thresholds }
    const recogniser = { ...form, modelId: model_id, byteSize: Number(byte_size) }
    return { follow: 'other' as const, recogniser }
  })
  mountDevice(app, contract.getRecogniserFile, async ({ params, reply }) => {
    const source = await recognisers.sourceOf(params.modelId).catch((error: unknown) => {
      if (error instanceof RecogniserMissingError) return undefined
      throw error
    })
    if (typeof source?.model !== 'string') throw new AppError('recogniser.not-here')
    const { size } = await stat(source.model)
    await reply
      .header('content-type', 'application/octet-stream')
      .header('content-length', size)
      .send(createReadStream(source.model))
    return null
  })
  mountDevice(app, contract.reportRecogniser, async ({ body }, device, ctx) => {
    const told = await findDeviceRecogniser(ctx.db, device.id)
    // An answer to a recogniser that is no longer the one that was named says nothing.
    if (!told || told.model_id !== body.modelId) return null
    await upsertDeviceRecogniser(ctx.db, {
      device_id: device.id,
      model_id: body.modelId,
      state: body.state,
      reason: body.state === 'refused' ? (body.reason ?? 'cannot-run') : null,
      changed_at: ctx.clock.now().toString(),
    })
    liveUpdates.notify('service-config')
    return null
  })
}
