import type { DescribedFace, FaceEngine } from '@gatehouse/face/core/face-engine.ts'
import { expect, it } from 'vitest'
import { embeddingOf } from '@gatehouse/testkit/named-faces.ts'
import { chooseEngine, type Machine } from './choose-engine.ts'

type Card = {
  readonly isImitated?: boolean
  readonly ms: number
  /** The embedding that it computes for a face. */
  readonly embedding?: Float32Array
  readonly isBroken?: boolean
}

const processorMs = 20
const right = embeddingOf('somebody')
const face = { box: { left: 0, top: 0, right: 9, bottom: 9 }, certainty: 1 }
const picture = { data: new Uint8Array(3), width: 1, height: 1, channels: 3 } as const

/** A machine with this graphics card, or none; its calls, and a way to pull the card out. */
function machineWith(card: Card | null, without: { suspending?: boolean; runtime?: string } = {}) {
  const events: string[] = []
  let nowMs = 0
  let isThere = true
  const engineOn = (place: 'webgpu' | 'wasm', { ms, embedding = right, isBroken = false }: Card): FaceEngine => {
    const work = async <T>(answer: T): Promise<T> => {
      if (place === 'webgpu' && (isBroken || !isThere)) throw new Error('the card is lost')
      nowMs += ms
      return answer
    }
    return {
      modelId: 'model',
      findFaces: () => work([face]),
      // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- of a described face only the embedding is compared
      describeFace: () => work({ ...face, embedding } as DescribedFace),
      describePortrait: () => Promise.reject(new Error('a terminal takes no portraits')),
      evaluateLiveness: () => work(place === 'webgpu' ? 0.1 : 0.9),
      evaluateEyes: () => work({ left: 0, right: 0 }),
      release: async () => void events.push(`${place} released`),
    }
  }
  const machine: Machine = {
    // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- of an adapter only this is asked
    gpu: { requestAdapter: async () => card && ({ info: { isFallbackAdapter: card.isImitated } } as GPUAdapter) },
    canSuspend: without.suspending !== false,
    nowMs: () => nowMs,
    async importRuntime(runtime) {
      events.push(runtime)
      if (runtime === without.runtime) throw new Error('the server is away')
      return async (place) => {
        events.push(place)
        return engineOn(place, place === 'wasm' || !card ? { ms: processorMs } : card)
      }
    },
  }
  return { machine, events, pullOut: () => void (isThere = false) }
}

it('a real card that agrees and is faster computes, and the processor keeps nothing in memory', async () => {
  const { machine, events } = machineWith({ ms: 5 })
  const { engine, runtime } = await chooseEngine(machine)
  expect([runtime, await engine.evaluateLiveness(picture, face)]).toEqual(['graphics', 0.1])
  expect(events).toEqual(['graphics', 'wasm', 'webgpu', 'wasm released'])
})

it.each<[string, Card]>([
  ['is slower', { ms: 50 }],
  ['computes other faces', { ms: 5, embedding: embeddingOf('somebody else') }],
  ['fails', { ms: 5, isBroken: true }],
])('A graphics card that %s is given up, and the processor computes', async (_why, card) => {
  const { machine, events } = machineWith(card)
  const { engine, runtime } = await chooseEngine(machine)
  expect([runtime, await engine.evaluateLiveness(picture, face)]).toEqual(['graphics', 0.9])
  expect(events).toEqual(['graphics', 'wasm', 'webgpu', 'webgpu released'])
})

it.each<[string, ReturnType<typeof machineWith>]>([
  ['no card', machineWith(null)],
  ['a card that is only imitated', machineWith({ ms: 5, isImitated: true })],
  ['a browser that cannot suspend WebAssembly', machineWith({ ms: 5 }, { suspending: false })],
])('A browser with %s fetches only the smaller runtime', async (_what, { machine, events }) => {
  expect((await chooseEngine(machine)).runtime).toBe('plain')
  expect(events).toEqual(['plain', 'wasm'])
})

it('a browser without WebGPU fetches the smaller runtime', async () => {
  const { machine, events } = machineWith(null)
  await chooseEngine({ ...machine, gpu: undefined })
  expect(events).toEqual(['plain', 'wasm'])
})

it('A graphics card that fails during the work is replaced by the processor, for good', async () => {
  const { machine, events, pullOut } = machineWith({ ms: 5 })
  const { engine } = await chooseEngine(machine)
  pullOut()
  expect(await engine.evaluateLiveness(picture, face)).toBe(0.9)
  expect(await engine.findFaces(picture)).toEqual([face])
  expect(events.filter((event) => event === 'wasm')).toHaveLength(2) // once to compare, once to go on
})

it('the processor computes with the runtime of the last start if both the card and the server are unavailable', async () => {
  const { machine, events } = machineWith(null, { runtime: 'plain' })
  expect((await chooseEngine(machine)).runtime).toBe('graphics')
  expect(events).toEqual(['plain', 'graphics', 'wasm'])
  const old = machineWith(null, { runtime: 'plain', suspending: false })
  await expect(chooseEngine(old.machine)).rejects.toThrow('the server is away')
})
