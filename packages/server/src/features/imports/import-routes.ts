import type { Language } from '@gatehouse/contract/envelope.ts'
import * as contract from '@gatehouse/contract/features/imports.ts'
import { importTexts } from '@gatehouse/contract/texts/import-texts.ts'
import type { FastifyReply } from 'fastify'
import type { Readable } from 'node:stream'
import { languageOfRequest } from '../../http/envelope.ts'
import { type App, mount } from '../../http/mount.ts'
import { photoLimit } from '../../http/read-image-body.ts'
import { readFiles } from '../../http/read-files.ts'
import { readImportRows, readImports } from './import-reads.ts'
import * as service from './import-service.ts'
import { createRefusedZip } from './refused-zip.ts'
import { makeTemplate } from './sheet-thread.ts'

/** A download under a name that may contain any letters. */
const send = (reply: FastifyReply, name: string, type: string, body: Buffer | Readable) =>
  reply
    .header('content-type', type)
    .header('content-disposition', `attachment; filename*=UTF-8''${encodeURIComponent(name)}`)
    .header('cache-control', 'private, no-store')
    .send(body)

const xls = 'application/vnd.ms-excel'
const xlsx = 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet'
const resultName = (name: string, language: Language) => `${name} - ${importTexts[language].result}`

export function mountImports(app: App): void {
  mount(app, contract.listImports, ({ query }, ctx) => readImports(ctx.db, query))
  mount(app, contract.getImport, ({ params }, ctx) => service.getRun(ctx, params.id))
  mount(app, contract.listImportRows, async ({ params, query }, ctx) => {
    await service.getRun(ctx, params.id)
    return readImportRows(ctx.db, ctx.keys, params.id, query)
  })
  mount(app, contract.getImportTemplate, async ({ query, reply }) => {
    await send(reply, `${importTexts[query.language].sheet}.xls`, xls, await makeTemplate(query.language))
    return null
  })
  mount(app, contract.getImportResult, async ({ params, query, reply }, ctx) => {
    const { name, bytes } = await service.makeResultFile(ctx, params.id, query.language)
    await send(reply, name, name.endsWith('.xls') ? xls : xlsx, bytes)
    return null
  })
  mount(app, contract.getRefusedPortraits, async ({ params, query, reply }, ctx) => {
    const { name, stream } = await createRefusedZip(ctx, params.id, query.language)
    await send(reply, `${resultName(name, query.language)}.zip`, 'application/zip', stream)
    return null
  })

  // Files are read, and workbooks looked at, before anything is written.
  const ownTransaction = true
  mount(
    app,
    contract.importStaff,
    async ({ query, request }, ctx) => {
      const files = await readFiles(request, { maxFiles: 1, maxBytes: contract.maxWorkbookBytes + 1 })
      return service.startListImport(ctx, files, { ...query, language: languageOfRequest(request) })
    },
    { ownTransaction },
  )
  mount(app, contract.startPortraitBatch, ({ body }, ctx) => service.startPortraitBatch(ctx, body))
  mount(
    app,
    contract.addPictures,
    async ({ params, request }, ctx) => {
      const limits = { maxFiles: contract.maxPicturesAtOnce, maxBytes: photoLimit }
      return service.addPictures(ctx, params.id, await readFiles(request, limits))
    },
    { ownTransaction },
  )
  mount(
    app,
    contract.addZipPart,
    async ({ params, request }, ctx) => {
      const files = await readFiles(request, { maxFiles: 1, maxBytes: contract.zipPartSize + 1 })
      await service.addZipPart(ctx, params.id, params.number, files)
      return null
    },
    { ownTransaction },
  )
  mount(app, contract.listZipParts, ({ params }, ctx) => service.readParts(ctx, params.id))
  mount(app, contract.finishUpload, ({ params }, ctx) => service.finishUpload(ctx, params.id), { ownTransaction })
  mount(app, contract.cancelImport, ({ params }, ctx) => service.cancelRun(ctx, params.id))
  mount(app, contract.deleteImport, async ({ params }, ctx) => {
    await service.removeRun(ctx, params.id)
    return null
  })
}
