import { AppError } from '@gatehouse/contract/errors.ts'
import { getImage, type ImageKind } from '@gatehouse/contract/features/images.ts'
import type { Permission } from '@gatehouse/contract/permissions.ts'
import { isOfPerson } from '@gatehouse/engine/alarm/vocabulary.ts'
import { personKindCodes } from '@gatehouse/engine/passage/vocabulary.ts'
import { type App, mount } from '../../http/mount.ts'
import { type Ctx, may } from '../../ctx.ts'
import { recordVisibilityOf } from '../records/record-reads.ts'
import { findAlarmImage } from '../alarms/alarm-reads.ts'
import { findCapture, findImage, isOfStaff } from './image-reads.ts'

/** The permissions that allow a role to see pictures of a kind; one of the list is enough. */
const readers = {
  portrait: ['staff.read', 'visitor.read'],
  display: ['staff.read', 'visitor.read'],
  capture: ['record.read'],
  background: ['company.read'],
  company: ['company.read'],
  alarm: ['alarm.read'],
} as const satisfies Record<ImageKind, readonly Permission[]>

/** A logo is a PNG; every other picture, and every thumbnail, a JPEG. */
const firstOfPng = 0x89

/** Pictures are sent with headers that forbid caching: they are faces. */
export function mountImages(app: App): void {
  mount(app, getImage, async ({ params, query, reply }, ctx) => {
    if (!readers[params.kind].some((permission) => may(ctx, permission))) throw new AppError('auth.permission-denied')
    const bytes = await readPicture(ctx, params.kind, params.id)
    if (!bytes) throw new AppError('image.not-found')
    const picture = query.w ? await thumbnailOf(ctx, bytes, query.w) : bytes
    await reply
      .header('content-type', picture[0] === firstOfPng ? 'image/png' : 'image/jpeg')
      .header('cache-control', 'private, no-store')
      .header('content-security-policy', "default-src 'none'; sandbox")
      .send(picture)
    return null
  })
}

/** A picture that a terminal sent and that was cut on its way is shown as it came: browsers draw what is there. */
async function thumbnailOf(ctx: Ctx, bytes: Buffer, width: number): Promise<Uint8Array> {
  const [small] = await ctx.face.resize(bytes, [width]).catch((error: unknown) => {
    if (error instanceof AppError && error.code === 'portrait.unreadable') return []
    throw error
  })
  return small ?? bytes
}

async function readPicture(ctx: Ctx, kind: ImageKind, id: string): Promise<Buffer | undefined> {
  const hash = await findHash(ctx, kind, id)
  return hash ? ctx.blobs.get(hash) : undefined
}

/** A role that sees records or visitors does not see pictures of staff by that. */
async function findHash(ctx: Ctx, kind: ImageKind, id: string): Promise<Buffer | null | undefined> {
  const { db } = ctx
  if (kind === 'capture') {
    const record = await findCapture(db, id)
    const isHidden = record?.kind === personKindCodes.staff && !recordVisibilityOf(ctx).seesStaff
    return isHidden ? undefined : record?.capture_hash
  }
  if (kind === 'alarm') {
    const alarm = await findAlarmImage(db, id)
    return alarm && isOfPerson(alarm.code) && !may(ctx, 'record.read') ? undefined : alarm?.image_hash
  }
  const isPortrait = kind === 'portrait' || kind === 'display'
  if (isPortrait && !may(ctx, 'staff.read') && (await isOfStaff(db, id))) return undefined
  return (await findImage(db, kind, id))?.blob_hash
}
