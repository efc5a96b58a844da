import { loadFaceEngine } from '@gatehouse/face/browser/load-face-engine.ts'
import type { FaceEngine } from '@gatehouse/face/core/face-engine.ts'
import { loadRecogniser, type OtherRecogniser } from '@gatehouse/face/core/other-recogniser.ts'
import type { RecogniserSpec } from '@gatehouse/face/core/recogniser-spec.ts'
import type { OnnxRuntime } from '@gatehouse/face/core/onnx-runtime.ts'
import graphicsUrl from 'onnxruntime-web/ort-wasm-simd-threaded.jspi.wasm?url'
import plainUrl from 'onnxruntime-web/ort-wasm-simd-threaded.wasm?url'
import { chooseEngine, type Load, type Runtime } from './choose-engine.ts'

/** The face engine of this browser, and which runtime it computes with. */
export const loadEngine = (modelsUrl: string): Promise<{ engine: FaceEngine; runtime: Runtime }> =>
  chooseEngine({
    gpu: 'gpu' in navigator ? navigator.gpu : undefined,
    canSuspend: 'Suspending' in WebAssembly,
    importRuntime: (runtime) => importRuntime(runtime, modelsUrl),
    nowMs: () => performance.now(),
  })

/** Another recogniser beside the engine, on the processor: nobody has compared what a graphics card makes of it. */
export async function loadOther(runtime: Runtime, spec: RecogniserSpec, model: Uint8Array): Promise<OtherRecogniser> {
  return loadRecogniser(runtimeAt(await importOrt(runtime), 'wasm'), spec, model)
}

async function importOrt(runtime: Runtime) {
  const ort = runtime === 'graphics' ? await import('onnxruntime-web/jspi') : await import('onnxruntime-web/wasm')
  // One thread of WebAssembly: two were slower wherever the machine has something else to do.
  ort.env.wasm.numThreads = 1
  ort.env.wasm.wasmPaths = { wasm: runtime === 'graphics' ? graphicsUrl : plainUrl }
  return ort
}

type Ort = Awaited<ReturnType<typeof importOrt>>

const runtimeAt = (ort: Ort, place: Parameters<Load>[0]): OnnxRuntime => ({
  Tensor: ort.Tensor,
  InferenceSession: {
    create: (model, options) => ort.InferenceSession.create(model, { ...options, executionProviders: [place] }),
  },
})

async function importRuntime(runtime: Runtime, modelsUrl: string): Promise<Load> {
  const ort = await importOrt(runtime)
  return (place) => loadFaceEngine(runtimeAt(ort, place), modelsUrl)
}
