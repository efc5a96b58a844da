import { z } from 'zod'
import { id } from '../fields.ts'
import { route } from '../route.ts'

export const imageKinds = ['portrait', 'display', 'capture', 'background', 'alarm', 'company'] as const
export type ImageKind = (typeof imageKinds)[number]
/** Widths that a thumbnail can be asked in, in pixels; a closed list, so that nobody can fill the cache. */
export const thumbnailWidths = [80, 160, 320, 640] as const

export const getImage = route({
  method: 'GET',
  path: '/v1/image/:kind/:id',
  summary: 'A picture: first its kind, then its random id; `w` asks for a thumbnail of that width',
  permission: 'session',
  params: z.object({ kind: z.enum(imageKinds), id }),
  query: z.object({ w: z.coerce.number().pipe(z.literal(thumbnailWidths)).optional() }),
  replyKind: 'stream',
  acceptsCookie: true,
  errors: ['image.not-found'],
})

/** `/api/v1/image/{kind}/{id}` (specification section 7, MAN-10). */
export const imageAddress = (kind: ImageKind, imageId: string, width?: (typeof thumbnailWidths)[number]) =>
  `/api/v1/image/${kind}/${imageId}${width ? `?w=${width}` : ''}`
