import {
  addPictures,
  addZipPart,
  finishUpload,
  listZipParts,
  maxPicturesAtOnce,
  zipPartSize,
} from '@gatehouse/contract/features/imports.ts'
import { call } from '../../api/call.ts'
import { shrinkPicture } from '../../parts/face/shrink-picture.ts'

export type UploadProgress = (done: number, total: number) => void

const bytesAtOnce = 8 * 1024 * 1024
export const isZip = (file: File) => /\.zip$/i.test(file.name)

/** Sends everything of a batch that has not arrived yet; called again after an interruption it continues. */
export async function uploadBatch(id: string, files: readonly File[], onProgress: UploadProgress): Promise<void> {
  const [first] = files
  await (first && isZip(first) ? uploadZip(id, first, onProgress) : uploadFiles(id, files, onProgress))
  await call(finishUpload, { params: { id } })
}

async function uploadFiles(id: string, files: readonly File[], onProgress: UploadProgress): Promise<void> {
  let done = 0
  while (done < files.length) {
    const group: { name: string; content: Blob }[] = []
    let bytes = 0
    for (const file of files.slice(done, done + maxPicturesAtOnce)) {
      if (bytes >= bytesAtOnce) break
      // Empty for a file that cannot be read: the batch lists it among those that failed, and goes on.
      const content = await shrinkPicture(file).catch(() => new File([], file.name))
      group.push({ name: file.name, content })
      bytes += content.size
    }
    await call(addPictures, { params: { id }, body: { files: group } })
    done += group.length
    onProgress(done, files.length)
  }
}

async function uploadZip(id: string, zip: File, onProgress: UploadProgress): Promise<void> {
  const there = new Map((await call(listZipParts, { params: { id } })).map(({ number, size }) => [number, size]))
  const total = Math.ceil(zip.size / zipPartSize)
  for (let number = 0; number < total; number++) {
    const content = zip.slice(number * zipPartSize, (number + 1) * zipPartSize)
    if (there.get(number) !== content.size)
      await call(addZipPart, { params: { id, number }, body: { files: [{ name: zip.name, content }] } })
    onProgress(number + 1, total)
  }
}
