import * as contract from '@gatehouse/contract/features/upgrades.ts'
import type { FastifyRequest } from 'fastify'
import { type App, mount } from '../../http/mount.ts'
import { chunksOf, filesOfForm } from '../../http/read-form.ts'
import { createPackageHashes } from './package-hashes.ts'
import { addPart, beginUpload, finishUpload, readParts, restartUpload } from './package-upload.ts'
import type { MakeSwitches } from '../../drivers/driver.ts'
import { packageMakes } from '../../drivers/makes.ts'
import { readDeviceUpgrades, readPackageDevices, readPackagePage, readPreview, readVersions } from './upgrade-reads.ts'
import * as service from './upgrade-service.ts'

async function* onlyFile(request: FastifyRequest, maxBytes: number): AsyncGenerator<Buffer> {
  for await (const part of filesOfForm(request, { maxFiles: 1, maxBytes })) yield* chunksOf(part, request)
}

/** `keysFolder`: the public keys whose packages the operator trusts. */
export function mountUpgrades(app: App, keysFolder: string, makes: Pick<MakeSwitches, 'isOn'>): void {
  const hashes = createPackageHashes()
  // A part is stored as it arrives, and hashed, before a row is written.
  const ownTransaction = true

  mount(app, contract.listPackages, ({ query }, ctx) => readPackagePage(ctx.db, ctx.publicUrl, query))
  mount(app, contract.getPackage, ({ params }, ctx) => service.getPackage(ctx, params.id))
  mount(app, contract.createPackage, async ({ body }, ctx) =>
    service.getPackage(ctx, await beginUpload(ctx, keysFolder, body)),
  )
  mount(app, contract.listPackageParts, async ({ params }, ctx) => ({ numbers: await readParts(ctx, params.id) }))
  mount(
    app,
    contract.addPackagePart,
    async ({ params, request }, ctx) => {
      const openBody = (maxBytes: number) => (request.isMultipart() ? onlyFile(request, maxBytes) : undefined)
      await addPart(ctx, hashes, params.id, params.number, openBody)
      return null
    },
    { ownTransaction, streamsForm: true },
  )
  mount(app, contract.restartPackage, async ({ params, body }, ctx) => {
    await restartUpload(ctx, params.id, body)
    hashes.remove(params.id)
    return service.getPackage(ctx, params.id)
  })
  mount(
    app,
    contract.finishPackage,
    async ({ params }, ctx) => {
      await finishUpload(ctx, hashes, keysFolder, params.id)
      return service.getPackage(ctx, params.id)
    },
    { ownTransaction },
  )
  mount(app, contract.updatePackage, ({ params, body }, ctx) => service.changePackageInfo(ctx, params.id, body))
  mount(app, contract.deletePackage, async ({ params }, ctx) => {
    await service.removePackage(ctx, params.id)
    hashes.remove(params.id)
    return null
  })
  mount(app, contract.previewPackage, async ({ params, query }, ctx) =>
    readPreview(ctx.db, await service.requirePackage(ctx, params.id), query),
  )
  mount(app, contract.publishPackage, ({ params, body }, ctx) => service.publish(ctx, keysFolder, params.id, body))
  mount(app, contract.unpublishPackage, ({ params }, ctx) => service.unpublish(ctx, params.id))
  mount(app, contract.controlRollout, ({ params, body }, ctx) => service.controlRollout(ctx, params.id, body.deed))
  mount(app, contract.retryUpgrades, ({ params, body }, ctx) => service.retry(ctx, params.id, body.deviceIds))
  mount(app, contract.listPackageDevices, async ({ params, query }, ctx) =>
    readPackageDevices(ctx.db, await service.requirePackage(ctx, params.id), query),
  )
  mount(app, contract.listDeviceUpgrades, ({ params }, ctx) => readDeviceUpgrades(ctx.db, params.id))
  mount(app, contract.listPackageMakes, async ({ query }) => ({ items: packageMakes(query.kind, makes) }))
  mount(app, contract.listVersions, ({ query }, ctx) => readVersions(ctx.db, query.kind))
}
