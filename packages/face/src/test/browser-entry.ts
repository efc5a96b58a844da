import * as card from 'onnxruntime-web/jspi'
import * as ort from 'onnxruntime-web/wasm'
import { loadFaceEngine } from '../browser/load-face-engine.ts'
import { embedFace } from '../core/embed-face.ts'
import { modelFiles } from '../core/face-models.ts'
import { createGallery } from '../core/gallery.ts'
import { loadNetwork, type OnnxRuntime } from '../core/onnx-runtime.ts'

/**
 * The calls of the page of the browser test: the embedding of raw RGB pixels, and the person that a gallery finds for
 * it.
 * @public That page calls it.
 */
export async function recognise(pixelsUrl: string, width: number, height: number) {
  ort.env.wasm.wasmPaths = '/ort/'
  ort.env.wasm.numThreads = 1
  const engine = await loadFaceEngine(ort, '/models/')
  const data = new Uint8Array(await (await fetch(pixelsUrl)).arrayBuffer())
  const image = { data, width, height, channels: 3 as const }
  const [found] = await engine.findFaces(image)
  if (!found) return undefined
  const face = await engine.describeFace(image, found)
  const gallery = createGallery()
  gallery.add('same', face.embedding)
  return {
    embedding: [...face.embedding],
    occlusion: face.occlusion,
    liveness: await engine.evaluateLiveness(image, found),
    candidates: gallery.search(face.embedding, 1),
  }
}

/**
 * The embedding of an aligned face, computed by WebGPU.
 * @public That page calls it.
 */
export async function embedOnCard(pixels: readonly number[], side: number) {
  card.env.wasm.wasmPaths = '/ort/'
  card.env.wasm.numThreads = 1
  const create: OnnxRuntime['InferenceSession']['create'] = (model, options) =>
    card.InferenceSession.create(model, { ...options, executionProviders: ['webgpu'] })
  const model = await (await fetch(`/models/${modelFiles.feature.file}`)).arrayBuffer()
  const network = await loadNetwork({ Tensor: card.Tensor, InferenceSession: { create } }, new Uint8Array(model))
  const aligned = { data: Uint8Array.from(pixels), width: side, height: side, channels: 3 as const }
  return [...(await embedFace(network, aligned)).embedding]
}
