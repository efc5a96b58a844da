import type { FastifyRequest } from 'fastify'

export type UploadedFile = {
  name: string
  bytes: Buffer
  /** The file was longer than it may be, and was not read to its end. */
  isCut: boolean
}

/** The last part of a path, whichever system it came from; without what cannot be stored. */
const baseName = (path: string) =>
  (path.split(/[\\/]/).at(-1) ?? '')
    .toWellFormed()
    .replaceAll(/[\u0000-\u001f\u007f]/g, '')
    .slice(0, 255)

/** The files of a `files` route, each up to `mostBytes`; none when the body is no upload. At most `mostFiles` + 1 are read. */
export async function readFiles(
  request: FastifyRequest,
  { mostFiles, mostBytes }: { mostFiles: number; mostBytes: number },
): Promise<UploadedFile[]> {
  if (!request.isMultipart()) return []
  const files: UploadedFile[] = []
  // One more than allowed, so that the caller can tell that there were too many.
  for await (const part of request.files({
    limits: { files: mostFiles + 1, fields: 4, fileSize: mostBytes },
    throwFileSizeLimit: false,
  })) {
    const bytes = await part.toBuffer()
    files.push({ name: baseName(part.filename), bytes, isCut: part.file.truncated })
  }
  return files
}
