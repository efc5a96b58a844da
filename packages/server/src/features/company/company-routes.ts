import { AppError } from '@gatehouse/contract/errors.ts'
import * as contract from '@gatehouse/contract/features/company.ts'
import { type App, mount } from '../../http/mount.ts'
import { imageBodyLimit } from '../../http/read-image-body.ts'
import { findBrandingPicture, readBranding } from '../../company/company-reads.ts'
import {
  changeCompany,
  type CompanyDeps,
  getCompany,
  getZoneChange,
  setPicture,
  takePicture,
} from './company-service.ts'

export function mountCompany(app: App, deps: CompanyDeps): void {
  mount(app, contract.getCompany, (_, ctx) => getCompany(ctx, deps))
  mount(app, contract.getZoneChange, ({ query }, ctx) => getZoneChange(ctx, query.timeZone))
  mount(app, contract.updateCompany, ({ body }, ctx) => changeCompany(ctx, deps, body))
  mount(app, contract.uploadCompanyPicture, ({ params, image }, ctx) => takePicture(ctx, deps, params.picture, image), {
    ownTransaction: true,
    bodyLimit: imageBodyLimit + 16_384,
  })
  mount(app, contract.deleteCompanyPicture, ({ params }, ctx) => setPicture(ctx, deps, params.picture, null))

  mount(app, contract.getBranding, (_, ctx) => readBranding(ctx.db))
  mount(app, contract.getBrandingPicture, async ({ params, reply }, ctx) => {
    const found = await findBrandingPicture(ctx.db, params.picture, params.id)
    const bytes = found && (await ctx.blobs.get(found.blob_hash))
    if (!bytes) throw new AppError('image.not-found')
    await reply
      .header('content-type', found.content_type)
      // Another picture has another id.
      .header('cache-control', 'public, max-age=31536000, immutable')
      .header('content-security-policy', "default-src 'none'; sandbox")
      .send(bytes)
    return null
  })
}
