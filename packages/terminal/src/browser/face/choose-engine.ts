import { cosineOf } from '@gatehouse/face/core/compare-embeddings.ts'
import type { FaceEngine } from '@gatehouse/face/core/face-engine.ts'

/** A browser fetches one of two: the runtime that can use a graphics card, or the smaller one that cannot. */
export type Runtime = 'graphics' | 'plain'
/** The face engine of a runtime, on the card or on the processor. */
export type Load = (place: 'webgpu' | 'wasm') => Promise<FaceEngine>

export type Machine = {
  /** WebGPU; undefined if the browser has none. */
  readonly gpu: Pick<GPU, 'requestAdapter'> | undefined
  /** WebAssembly can be suspended, which the larger runtime is built on. */
  readonly canSuspend: boolean
  readonly importRuntime: (runtime: Runtime) => Promise<Load>
  readonly nowMs: () => number
}

/** The same face gives the same embedding on each device; an old driver may violate that. */
const sameEmbedding = 0.999

/** The face engine where it is fastest: on a real graphics card that computes correctly, else on the processor. */
export async function chooseEngine(machine: Machine): Promise<{ engine: FaceEngine; runtime: Runtime }> {
  const { canSuspend, importRuntime } = machine
  const hasCard = await findCard(machine)
  try {
    const load = await importRuntime(hasCard ? 'graphics' : 'plain')
    return hasCard
      ? { engine: await takeFaster(load, machine.nowMs), runtime: 'graphics' }
      : { engine: await load('wasm'), runtime: 'plain' }
  } catch (error) {
    if (hasCard || !canSuspend) throw error
    // The card of the last start and the server are both unavailable: the runtime that is cached here computes on the
    // processor too.
    const load = await importRuntime('graphics')
    return { engine: await load('wasm'), runtime: 'graphics' }
  }
}

/** A card that the browser only emulates would be slower than the processor that emulates it. */
async function findCard({ gpu, canSuspend }: Machine): Promise<boolean> {
  if (!canSuspend || !gpu) return false
  const adapter = await gpu.requestAdapter().catch(() => null)
  return adapter !== null && !adapter.info.isFallbackAdapter
}

/** The engine on the card, if it agrees with the one on the processor and is faster. */
async function takeFaster(load: Load, nowMs: () => number): Promise<FaceEngine> {
  const safe = await load('wasm')
  const card = await load('webgpu').catch(() => null)
  if (!card) return safe
  try {
    const [onCard, onProcessor] = [await measure(card, nowMs), await measure(safe, nowMs)]
    if (onCard.ms < onProcessor.ms && cosineOf(onCard.embedding, onProcessor.embedding) >= sameEmbedding) {
      await safe.release()
      return whileItWorks(card, () => load('wasm'))
    }
  } catch {
    // A card that fails counts as none.
  }
  await card.release().catch(() => undefined)
  return safe
}

/** Any picture will do, if it is the same each time. */
const side = 160
const waves = {
  data: Uint8Array.from({ length: side * side * 3 }, (_, i) => 128 + 60 * Math.sin(i / 37) + 60 * Math.cos(i / 4_801)),
  width: side,
  height: side,
  channels: 3 as const,
}
const middle = { box: { left: 30, top: 20, right: 130, bottom: 140 }, certainty: 1 }

async function measure(engine: FaceEngine, nowMs: () => number): Promise<{ embedding: Float32Array; ms: number }> {
  await engine.describeFace(waves, middle) // a card translates its programs the first time
  const startedAt = nowMs()
  const { embedding } = await engine.describeFace(waves, middle)
  return { embedding, ms: nowMs() - startedAt }
}

/** A driver update or a sleeping tablet may take the card away: then the other engine takes over, for good. */
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
    describePortrait: (image, face) => ask((engine) => engine.describePortrait(image, face)),
    evaluateLiveness: (image, face) => ask((engine) => engine.evaluateLiveness(image, face)),
    evaluateEyes: (image, face) => ask((engine) => engine.evaluateEyes(image, face)),
    release: () => ask((engine) => engine.release()),
  }
}
