import { AppError } from '@gatehouse/contract/errors.ts'
import type { FastifyRequest } from 'fastify'
import { bytesOf, filesOfForm } from './read-form.ts'

/** 4 MB: for pictures of the company, which are no photographs. */
export const imageBodyLimit = 4 * 1024 * 1024
/**
 * The size of a photograph from a phone or a camera. Most are shrunk before they are sent; a browser that does not read
 * HEIC sends it as it is. It is shrunk when it is read, and nothing of this size is kept.
 */
export const photoLimit = 20 * 1024 * 1024

/** Pictures that are accepted without a form around them. */
export const imageTypes = ['image/jpeg', 'image/png', 'image/webp', 'image/avif', 'image/heic', 'image/heif']

/**
 * The one picture of an upload: the multipart field `file`, or the raw body with an image content type.
 * @throws AppError request.unknown-key, request.invalid; portrait.unreadable and portrait.too-large of a photograph, image.unreadable and
 * image.too-large of another picture
 */
export async function readImageBody(request: FastifyRequest): Promise<Buffer> {
  // The route limits the picture; the frame around a multipart picture is a little more.
  const isPhoto = request.routeOptions.bodyLimit > photoLimit
  const most = isPhoto ? photoLimit : imageBodyLimit
  if (Buffer.isBuffer(request.body)) return request.body
  if (!request.isMultipart()) throw new AppError(isPhoto ? 'portrait.unreadable' : 'image.unreadable')
  let picture: Buffer | undefined
  for await (const part of filesOfForm(request, { maxFiles: 1, maxBytes: most })) {
    picture = await bytesOf(part, request)
    if (part.file.truncated) throw new AppError(isPhoto ? 'portrait.too-large' : 'image.too-large')
  }
  if (!picture) throw new AppError(isPhoto ? 'portrait.unreadable' : 'image.unreadable')
  return picture
}
