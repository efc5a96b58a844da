import type { MultipartFile } from '@fastify/multipart'
import { AppError } from '@gatehouse/contract/errors.ts'
import type { FastifyRequest } from 'fastify'

type Limits = { maxFiles: number; maxBytes: number }

/**
 * The files of a form, each in a field `file`; each is to be read to its end, by `bytesOf` or `chunksOf`, before the next is requested. A file
 * that is longer than allowed is cut (`file.truncated`).
 * @throws AppError request.unknown-key for any other field of the form, one file more too; request.invalid for a form that cannot be read
 */
export async function* filesOfForm(
  request: FastifyRequest,
  { maxFiles, maxBytes }: Limits,
): AsyncGenerator<MultipartFile> {
  const options = { limits: { files: maxFiles + 1, fields: 1, fileSize: maxBytes }, throwFileSizeLimit: false }
  let count = 0
  try {
    for await (const part of request.parts(options)) {
      if (part.type === 'field' || part.fieldname !== 'file' || ++count > maxFiles)
        throw new AppError('request.unknown-key', { keys: part.fieldname.toWellFormed().slice(0, 60) })
      yield part
    }
  } catch (error) {
    throw refusalOf(error, request)
  } finally {
    // The rest of a refused form is read and discarded: a caller who still sends would see a broken connection in place
    // of the answer.
    request.raw.unpipe().resume()
  }
}

/** @throws AppError request.invalid for a form that ends too early */
export const bytesOf = (part: MultipartFile, request: FastifyRequest): Promise<Buffer> =>
  part.toBuffer().catch((error: unknown) => {
    throw refusalOf(error, request)
  })

/** The same as `bytesOf`, a piece at a time. */
export async function* chunksOf(part: MultipartFile, request: FastifyRequest): AsyncGenerator<Buffer> {
  try {
    for await (const chunk of part.file as AsyncIterable<Buffer>) yield chunk
  } catch (error) {
    throw refusalOf(error, request)
  }
}

/**
 * Every error of the form parser is the sender's: no boundary, a form that is cut or was given up, a forbidden name.
 */
function refusalOf(error: unknown, request: FastifyRequest): AppError {
  if (error instanceof AppError) return error
  request.log.info({ err: error }, 'a form could not be read')
  return brokenForm()
}

export const brokenForm = () =>
  new AppError('request.invalid', { fields: 'body', issues: [{ path: '', problem: 'form-broken' }] })
