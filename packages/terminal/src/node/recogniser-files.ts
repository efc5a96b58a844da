import { access, mkdir, rename, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { RecogniserFiles } from '../recognition/face-recogniser.ts'

/** The files of other recognisers in a folder; its terminals share them. */
export function recogniserFolder(folder: string): RecogniserFiles {
  const pathOf = (modelId: string) => join(folder, `${modelId}.onnx`)
  return {
    async keep(modelId, model) {
      const path = pathOf(modelId)
      await mkdir(folder, { recursive: true })
      // A file that was cut short by a power cut bears another name.
      await writeFile(`${path}.${process.pid}.part`, model)
      await rename(`${path}.${process.pid}.part`, path)
      return path
    },
    find: (modelId) =>
      access(pathOf(modelId)).then(
        () => pathOf(modelId),
        () => null,
      ),
  }
}
