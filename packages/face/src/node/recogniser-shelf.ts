import { createHash } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import * as ort from 'onnxruntime-node'
import { drawFace } from '../core/drawn-face.ts'
import type { FaceEngine } from '../core/face-engine.ts'
import type { OtherRecogniser } from '../core/other-recogniser.ts'
import { loadRecogniser, withRecogniser } from '../core/other-recogniser.ts'
import type { RecogniserSource } from '../core/recogniser-spec.ts'

/** The recognisers beside the built-in one that a thread holds at most: one in use, and one that is changed to. */
const most = 2

/** Loads other recognisers when a picture needs them, and keeps the last ones. */
export function createRecogniserShelf(own: FaceEngine) {
  const shelf = new Map<string, Promise<OtherRecogniser>>()

  function take(source: RecogniserSource): Promise<OtherRecogniser> {
    const { modelId } = source.spec
    const held = shelf.get(modelId) ?? load(source)
    shelf.delete(modelId) // the last one used stands last
    shelf.set(modelId, held)
    held.catch(() => shelf.delete(modelId))
    for (const [id, other] of [...shelf].slice(0, -most)) {
      shelf.delete(id)
      void other.then((one) => one.release()).catch(() => undefined)
    }
    return held
  }

  return {
    async tryOut(source: RecogniserSource): Promise<void> {
      const { side } = source.spec.input
      await (await take(source)).embedAligned(drawFace({ person: 0, isChanged: false, side }))
    },
    engineOf: async (source: RecogniserSource | undefined): Promise<FaceEngine> =>
      source ? withRecogniser(own, await take(source)) : own,
  }
}

async function load({ spec, model }: RecogniserSource): Promise<OtherRecogniser> {
  const bytes = typeof model === 'string' ? await readFile(model) : model
  if (createHash('sha256').update(bytes).digest('hex') !== spec.sha256)
    throw new Error(`the file of recogniser ${spec.modelId} is not the one that was put in`)
  return loadRecogniser(ort, spec, bytes)
}
