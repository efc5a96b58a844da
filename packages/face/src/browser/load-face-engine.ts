import type { FaceEngine } from '../core/face-engine.ts'
import { createFaceEngine } from '../core/face-engine.ts'
import type { ModelName } from '../core/face-models.ts'
import { modelFiles } from '../core/face-models.ts'
import type { OnnxRuntime } from '../core/onnx-runtime.ts'

/**
 * The engine in a page or, better, in its Web Worker: 9 MB of models, about 1.5 s the first time. `ort` is
 * `onnxruntime-web/wasm`, told where its own files lie by `ort.env.wasm.wasmPaths`; `modelsUrl` ends with a slash and is
 * where the server offers the folder of `ensureModels`. A canvas' `ImageData` becomes a picture for it with
 * `{ data, width, height, channels: 4 }`. Throws an Error when a model cannot be fetched.
 */
export async function loadFaceEngine(ort: OnnxRuntime, modelsUrl: string): Promise<FaceEngine> {
  const read = async (name: ModelName): Promise<Uint8Array> => {
    const url = `${modelsUrl}${modelFiles[name].file}`
    const response = await fetch(url)
    if (!response.ok) throw new Error(`${url} answered ${response.status}`)
    return new Uint8Array(await response.arrayBuffer())
  }
  const [detect, landmark, feature, liveness, eye] = await Promise.all([
    read('detect'),
    read('landmark'),
    read('feature'),
    read('liveness'),
    read('eye'),
  ])
  return createFaceEngine(ort, { detect, landmark, feature, liveness, eye })
}
