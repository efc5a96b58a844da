import * as contract from '@gatehouse/contract/features/storage.ts'
import { type App, mount } from '../../http/mount.ts'
import type { DiskProbe } from '../../lib/disk-space.ts'
import { readStorage } from './storage-reads.ts'
import { changeStorageSettings } from './storage-service.ts'

export function mountStorage(app: App, measureDisk: DiskProbe): void {
  mount(app, contract.getStorage, (_, ctx) => readStorage(ctx, measureDisk))
  mount(app, contract.getWritingState, async () => ({ isReadingOnly: app.disk.isReadOnly() }))
  mount(app, contract.updateStorageSettings, ({ body }, ctx) => changeStorageSettings(ctx, body, measureDisk))
}
