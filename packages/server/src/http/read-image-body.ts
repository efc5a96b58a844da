import { AppError } from '@gatehouse/contract/errors.ts'
import type { FastifyRequest } from 'fastify'

/** 4 MB, as the reference's portraits. */
export const imageBodyLimit = 4 * 1024 * 1024

/** Pictures that are taken as they are, without a form around them. */
export const imageTypes = ['image/jpeg', 'image/png']

/** The one picture of an upload: the multipart field `file`, or the raw body with an image content type. */
export async function readImageBody(request: FastifyRequest): Promise<Buffer> {
  if (Buffer.isBuffer(request.body)) return request.body
  if (!request.isMultipart()) throw new AppError('portrait.unreadable')
  const part = await request.file({ limits: { files: 1, fields: 4, fileSize: imageBodyLimit } })
  if (!part) throw new AppError('portrait.unreadable')
  if (part.fieldname !== 'file') throw new AppError('request.unknown-key', { keys: part.fieldname.slice(0, 60) })
  try {
    return await part.toBuffer()
  } catch (error) {
    if (part.file.truncated) throw new AppError('portrait.too-large')
    throw error
  }
}
