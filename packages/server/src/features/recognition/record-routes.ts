import { AppError } from '@gatehouse/contract/errors.ts'
import * as contract from '@gatehouse/contract/features/records.ts'
import { type App, mount } from '../../http/mount.ts'
import { readRecord, readRecordPage } from './record-reads.ts'

export function mountRecognition(app: App): void {
  mount(app, contract.listRecords, ({ query }, ctx) => readRecordPage(ctx.db, query))
  mount(app, contract.getRecord, async ({ params }, ctx) => {
    const record = await readRecord(ctx.db, params.id)
    if (!record) throw new AppError('record.not-found')
    return record
  })
}
