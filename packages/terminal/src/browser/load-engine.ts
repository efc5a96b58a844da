import { loadFaceEngine } from '@gatehouse/face/browser/load-face-engine.ts'
import { cosineOf } from '@gatehouse/face/core/compare-embeddings.ts'
import type { FaceEngine } from '@gatehouse/face/core/face-engine.ts'
import type { OnnxRuntime } from '@gatehouse/face/core/onnx-runtime.ts'
import graphicsUrl from 'onnxruntime-web/ort-wasm-simd-threaded.jspi.wasm?url'
import plainUrl from 'onnxruntime-web/ort-wasm-simd-threaded.wasm?url'

/** A browser fetches one of two: the runtime that can use a graphics card, or the smaller one that cannot. */
export type Runtime = 'graphics' | 'plain'
type Place = 'webgpu' | 'wasm'

/** The same face gives the same embedding wherever it is computed: an old driver may not hold to that. */
const sameEmbedding = 0.999

/** The face engine where it is fastest: on a real graphics card that computes rightly, else on the processor. */
export async function loadEngine(modelsUrl: string): Promise<{ engine: FaceEngine; runtime: Runtime }> {
  const hasCard = await findCard()
  try {
    const load = await importRuntime(hasCard ? 'graphics' : 'plain', modelsUrl)
    return hasCard
      ? { engine: await chooseEngine(load), runtime: 'graphics' }
      : { engine: await load('wasm'), runtime: 'plain' }
  } catch (error) {
    if (hasCard || !canSuspend()) throw error
    // The card of the last start has gone and so has the server: what is kept here computes on the processor too.
    const load = await importRuntime('graphics', modelsUrl)
    return { engine: await load('wasm'), runtime: 'graphics' }
  }
}

/** What the larger runtime is built on. */
const canSuspend = (): boolean => 'Suspending' in WebAssembly

/** A card that the browser only imitates would be slower than the processor, which it is. */
async function findCard(): Promise<boolean> {
  if (!canSuspend() || !('gpu' in navigator)) return false
  const adapter = await navigator.gpu.requestAdapter().catch(() => null)
  return adapter !== null && !adapter.info.isFallbackAdapter
}

type Load = (place: Place) => Promise<FaceEngine>

async function importRuntime(runtime: Runtime, modelsUrl: string): Promise<Load> {
  const ort = runtime === 'graphics' ? await import('onnxruntime-web/jspi') : await import('onnxruntime-web/wasm')
  // One thread of WebAssembly: two were slower wherever the machine has something else to do.
  ort.env.wasm.numThreads = 1
  ort.env.wasm.wasmPaths = { wasm: runtime === 'graphics' ? graphicsUrl : plainUrl }
  return (place) => {
    const create: OnnxRuntime['InferenceSession']['create'] = (model, options) =>
      ort.InferenceSession.create(model, { ...options, executionProviders: [place] })
    return loadFaceEngine({ Tensor: ort.Tensor, InferenceSession: { create } }, modelsUrl)
  }
}

/** That on the card where it agrees with the one on the processor, and is faster. */
async function chooseEngine(load: Load): Promise<FaceEngine> {
  const safe = await load('wasm')
  const card = await load('webgpu').catch(() => null)
  if (!card) return safe
  try {
    const [onCard, onProcessor] = [await measure(card), await measure(safe)]
    if (onCard.ms < onProcessor.ms && cosineOf(onCard.embedding, onProcessor.embedding) >= sameEmbedding) {
      await safe.release()
      return whileItWorks(card, () => load('wasm'))
    }
  } catch {
    // A card that cannot do it is none.
  }
  await card.release().catch(() => undefined)
  return safe
}

/** Any picture will do, for as long as it is the same. */
const side = 160
const waves = {
  data: Uint8Array.from({ length: side * side * 3 }, (_, i) => 128 + 60 * Math.sin(i / 37) + 60 * Math.cos(i / 4_801)),
  ...{ width: side, height: side, channels: 3 as const },
}
const middle = { box: { left: 30, top: 20, right: 130, bottom: 140 }, certainty: 1 }

async function measure(engine: FaceEngine): Promise<{ embedding: Float32Array; ms: number }> {
  await engine.describeFace(waves, middle) // a card translates its programs the first time
  const startedAt = performance.now()
  const { embedding } = await engine.describeFace(waves, middle)
  return { embedding, ms: performance.now() - startedAt }
}

/** A driver that is renewed or a tablet that sleeps takes the card away: then the other engine goes on, for good. */
function whileItWorks(card: FaceEngine, loadOther: () => Promise<FaceEngine>): FaceEngine {
  let other: Promise<FaceEngine> | undefined
  async function ask<T>(question: (engine: FaceEngine) => Promise<T>): Promise<T> {
    if (!other) {
      try {
        return await question(card)
      } catch {
        other = loadOther()
      }
    }
    return question(await other)
  }
  return {
    modelId: card.modelId,
    findFaces: (image) => ask((engine) => engine.findFaces(image)),
    describeFace: (image, face) => ask((engine) => engine.describeFace(image, face)),
    judgeLiveness: (image, face) => ask((engine) => engine.judgeLiveness(image, face)),
    judgeEyes: (image, face) => ask((engine) => engine.judgeEyes(image, face)),
    release: () => ask((engine) => engine.release()),
  }
}
