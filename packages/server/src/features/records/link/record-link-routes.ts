import { maxBodyBytes } from '@gatehouse/contract/device/link.ts'
import type { DbPool } from '../../../db/open-database.ts'
import { type DeviceApp, mountDevice } from '../../../device-link/mount-device.ts'
import { refusedInWords } from '../../../device-link/read-batch.ts'
import type { LiveUpdates } from '../../../hints/live-updates.ts'
import { pushRecords, pushRecordsOneByOne } from './push-records.ts'
import { createRecordWriter } from './record-writer.ts'
import { tellOfRecords } from './tell-of-records.ts'

export type RecordLinkDeps = {
  /** For statements that are prepared by name. */
  pool: DbPool
  liveUpdates: LiveUpdates
  recordAlarms: { nudge(): void }
}

/** Receives the records of terminals. */
export function mountRecordLink(app: DeviceApp, { pool, liveUpdates, recordAlarms }: RecordLinkDeps): void {
  const writer = createRecordWriter({ ...app.services, pool, peopleMoved: () => liveUpdates.notify('inside') })
  mountDevice(
    app,
    pushRecordsOneByOne,
    async ({ body, request }, device, ctx) => {
      const { outcome, rows } = await pushRecords(ctx, writer, device.id, body)
      tellOfRecords({ liveUpdates, recordAlarms }, rows)
      return { ...outcome, refused: refusedInWords(request, outcome.refused) }
    },
    { bodyLimit: maxBodyBytes, writesToDisk: true },
  )
}
