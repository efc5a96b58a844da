import type { CompanyInfo, CompanyPicture, updateCompany } from '@gatehouse/contract/features/company.ts'
import type { Body } from '@gatehouse/contract/route.ts'
import { changesBetween } from '../../lib/changes-between.ts'
import { type Ctx, hint, inTransaction } from '../../lib/ctx.ts'
import { dropBlobs } from '../portraits/portrait-actions.ts'
import { cleanPicture } from './clean-picture.ts'
import { readCompanyInfo } from './company-reads.ts'
import { replacePicture, updateCompanyRow } from './company-store.ts'

export type CompanyDeps = {
  /** Of the licence in force. */
  authorization: () => CompanyInfo['authorization']
}

export async function getCompany(ctx: Ctx, { authorization }: CompanyDeps): Promise<CompanyInfo> {
  return { ...(await readCompanyInfo(ctx.db)), authorization: authorization() }
}

/** Consoles show it, terminals ask for it: every one of them, since it is the same on all. */
const tell = (ctx: Ctx) => hint(ctx, { to: 'consoles', topic: 'company' }, { to: 'devices', what: 'configuration' })

export async function changeCompany(ctx: Ctx, deps: CompanyDeps, change: Body<typeof updateCompany>) {
  const before = await getCompany(ctx, deps)
  await updateCompanyRow(ctx.db, {
    ...(change.name === undefined ? {} : { name: change.name }),
    ...(change.welcome === undefined ? {} : { welcome: change.welcome }),
    ...(change.introduction === undefined ? {} : { introduction: change.introduction }),
    ...(change.qualityLevel === undefined ? {} : { face_quality_level: change.qualityLevel }),
    updated_at: ctx.clock.now().toString(),
  })
  const after = await getCompany(ctx, deps)
  ctx.audit.item = after.name
  ctx.audit.changes = changesBetween(before, after)
  await tell(ctx)
  return after
}

/** @throws AppError portrait.unreadable, portrait.too-large */
export async function takePicture(ctx: Ctx, deps: CompanyDeps, picture: CompanyPicture, upload: Buffer) {
  const { bytes, contentType, width, height } = await cleanPicture(upload, picture)
  const blob_hash = await ctx.blobs.put(bytes)
  const image = { blob_hash, content_type: contentType, width, height, byte_size: bytes.length }
  return inTransaction(ctx, (ctx) => setPicture(ctx, deps, picture, image))
}

export async function setPicture(
  ctx: Ctx,
  deps: CompanyDeps,
  picture: CompanyPicture,
  image: Parameters<typeof replacePicture>[2],
) {
  const before = await getCompany(ctx, deps)
  await dropBlobs(ctx, await replacePicture(ctx.db, picture, image))
  const after = await getCompany(ctx, deps)
  ctx.audit.item = after.name
  ctx.audit.changes = changesBetween(before, after)
  await tell(ctx)
  return after
}
