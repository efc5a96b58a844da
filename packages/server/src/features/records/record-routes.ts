import * as contract from '@gatehouse/contract/features/records.ts'
import { learnPersonPortrait } from '@gatehouse/contract/features/people/person-portraits.ts'
import type { StrangerSearch } from '../../face/stranger-search.ts'
import { type App, mount } from '../../http/mount.ts'
import { readCompany } from '../../company/company-reads.ts'
import { photoLimit } from '../../http/read-image-body.ts'
import { searchPhotograph, searchRecord } from './face-search-service.ts'
import { learnFace } from './learn-face-service.ts'
import { recordFile, recordImages } from './record-export.ts'
import { countRecords, readConfusions, recordVisibilityOf } from './record-reads.ts'
import {
  changeRecordSettings,
  deleteRecords,
  getRecord,
  getRecordSettings,
  linkStranger,
  listDeletions,
  markMisrecognition,
  listRecords,
} from './record-service.ts'
import { readStatistics } from './statistic-reads.ts'

export function mountRecognition(app: App, strangers: StrangerSearch): void {
  mount(app, contract.listRecords, ({ query }, ctx) => listRecords(ctx, query))
  mount(app, contract.countRecords, ({ query }, ctx) => countRecords(ctx, query, recordVisibilityOf(ctx), query.atMost))
  mount(app, contract.listConfusions, (_, ctx) => readConfusions(ctx.db))
  mount(app, contract.listRecordDeletions, (_, ctx) => listDeletions(ctx))
  mount(app, contract.getRecordStatistics, async ({ query }, ctx) => {
    const { timeZone } = await readCompany(ctx.db)
    return readStatistics(ctx.db, query, recordVisibilityOf(ctx), timeZone)
  })
  mount(app, contract.getRecord, ({ params }, ctx) => getRecord(ctx, params.id))
  mount(app, contract.deleteRecords, ({ body }, ctx) => deleteRecords(ctx, body))
  mount(app, contract.markMisrecognition, ({ params, body }, ctx) => markMisrecognition(ctx, params.id, body))
  mount(app, contract.linkStranger, ({ params, body }, ctx) => linkStranger(ctx, params.id, body.personId))
  mount(app, contract.getRecordSettings, (_, ctx) => getRecordSettings(ctx))
  mount(app, contract.updateRecordSettings, ({ body }, ctx) => changeRecordSettings(ctx, body))
  mount(app, learnPersonPortrait, ({ params, body }, ctx) => learnFace(ctx, params.id, body.recordId), {
    ownTransaction: true,
  })
  // Searching is slow, and changes only the operation log.
  mount(app, contract.searchFace, ({ image, query }, ctx) => searchPhotograph(ctx, strangers, image, query.days), {
    ownTransaction: true,
    bodyLimit: photoLimit + 16_384,
  })
  mount(
    app,
    contract.searchRecordFace,
    ({ params, query }, ctx) => searchRecord(ctx, strangers, params.id, query.days),
    {
      ownTransaction: true,
    },
  )
  // A download lasts longer than any transaction should.
  mount(
    app,
    contract.exportRecords,
    async ({ query, reply, writeAuditEntry }, ctx) => {
      const { type, stream } = await recordFile(ctx, query)
      await writeAuditEntry()
      await reply
        .header('content-type', type)
        .header('content-disposition', `attachment; filename="recognition-records.${query.format}"`)
        .header('cache-control', 'private, no-store')
        .send(stream)
      return null
    },
    { ownTransaction: true },
  )
  mount(
    app,
    contract.exportImages,
    async ({ query, reply, writeAuditEntry }, ctx) => {
      const pictures = await recordImages(ctx, query)
      await writeAuditEntry()
      await reply
        .header('content-type', 'application/zip')
        .header('content-disposition', 'attachment; filename="recognition-pictures.zip"')
        .header('cache-control', 'private, no-store')
        .send(pictures)
      return null
    },
    { ownTransaction: true },
  )
}
