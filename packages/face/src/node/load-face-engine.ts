import * as ort from 'onnxruntime-node'
import type { FaceEngine } from '../core/face-engine.ts'
import { createFaceEngine } from '../core/face-engine.ts'
import { readModels } from './fetch-models.ts'

/**
 * The engine on this thread: a picture keeps the thread busy for some 30 ms (JavaScript part) and the process for the
 * rest. A server takes `createFacePool` instead. `folder` is the result of `ensureModels`.
 */
export async function loadFaceEngine(folder: string): Promise<FaceEngine> {
  return createFaceEngine(ort, await readModels(folder))
}
