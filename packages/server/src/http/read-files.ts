import type { FastifyRequest } from 'fastify'
import { bytesOf, filesOfForm } from './read-form.ts'

export type UploadedFile = {
  name: string
  bytes: Buffer
  /** The file was longer than allowed, and was not read to its end. */
  isCut: boolean
}

/** The last part of a path of any system; without characters that cannot be stored. */
const baseName = (path: string) =>
  (path.split(/[\\/]/).at(-1) ?? '')
    .toWellFormed()
    .replaceAll(/[\u0000-\u001f\u007f]/g, '')
    .slice(0, 255)

/** The bytes that one request may hold in memory, however many files it brings. */
export const maxTogether = 64 * 1024 * 1024

/** The files of a `files` route, each up to `maxBytes` and all up to a bound of their own; none when the body is no upload. At most `maxFiles` + 1 are read. */
export async function readFiles(
  request: FastifyRequest,
  { maxFiles, maxBytes }: { maxFiles: number; maxBytes: number },
): Promise<UploadedFile[]> {
  if (!request.isMultipart()) return []
  const files: UploadedFile[] = []
  let together = 0
  // One more than allowed, so that the caller can tell that there were too many.
  for await (const part of filesOfForm(request, { maxFiles: maxFiles + 1, maxBytes })) {
    const bytes = await bytesOf(part, request)
    together += bytes.byteLength
    const isCut = part.file.truncated || together > maxTogether
    files.push({ name: baseName(part.filename), bytes: together > maxTogether ? Buffer.alloc(0) : bytes, isCut })
  }
  return files
}
