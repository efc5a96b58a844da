import * as ort from 'onnxruntime-node'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { createFaceEngine, type FaceEngine } from '../core/face-engine.ts'
import type { OnnxRuntime } from '../core/onnx-runtime.ts'
import type { PixelImage } from '../core/pixel-image.ts'
import { altered, photograph } from '../test/alter-photograph.ts'
import { decodeImage } from './decode-image.ts'
import { ensureModels, readModels } from './fetch-models.ts'

/*
 * A door looks at faces all day: the work of one look is counted, since seconds differ from machine to machine. The networks are the real ones.
 */

type ModelName = keyof Awaited<ReturnType<typeof readModels>>

let engine: FaceEngine
let runs: Partial<Record<ModelName, number>>
beforeAll(async () => {
  const models = await readModels(await ensureModels())
  const names = Object.keys(models) as ModelName[]
  const counting: OnnxRuntime = {
    Tensor: ort.Tensor,
    InferenceSession: {
      async create(model, options) {
        const session = await ort.InferenceSession.create(model, options)
        const name = names.find((name) => models[name] === model)
        return {
          inputNames: session.inputNames,
          outputNames: session.outputNames,
          run(feeds) {
            if (name) runs[name] = (runs[name] ?? 0) + 1
            return session.run(feeds as Record<string, ort.Tensor>)
          },
          release: () => session.release(),
        }
      },
    },
  }
  engine = await createFaceEngine(counting, models)
})
beforeEach(() => void (runs = {}))
afterAll(() => engine.release())

describe('[D13] the work of a look', () => {
  it('a look at a door finds the face, its landmarks in two steps and its embedding, and runs neither liveness nor the checks of portraits', async () => {
    const image = await decodeImage(await photograph('cage.jpg'))
    const [face] = await engine.findFaces(image)
    const described = await engine.describeFace(image, face!)
    expect(runs).toEqual({ detect: 1, landmark: 2, feature: 1 })
    expect(described).not.toHaveProperty('quality')
    await engine.evaluateLiveness(image, described)
    expect(runs).toEqual({ detect: 1, landmark: 2, feature: 1, liveness: 1 })
  })

  it('a large picture is shrunk for the search of faces by four of its pixels for each one, however many it has', async () => {
    const large = await altered('cage.jpg', (image) => image.resize({ width: 1_600, height: 1_200, fit: 'cover' }))
    const image = await decodeImage(large)
    let reads = 0
    const data = new Proxy(image.data, {
      get(bytes, key) {
        reads++
        return bytes[Number(key)]
      },
    })
    const counted: PixelImage = { ...image, data }
    expect(await engine.findFaces(counted)).toHaveLength(1)
    expect(reads).toBeGreaterThan(0)
    expect(reads).toBeLessThanOrEqual(4 * 3 * 320 * 240)
  })
})
