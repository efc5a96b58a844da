import type { PixelImage } from './pixel-image.ts'

/**
 * The part of ONNX Runtime that the engine uses. `onnxruntime-node` and `onnxruntime-web` both fit it, and which of the
 * two is given decides where the engine runs: this folder imports neither.
 */
export interface OnnxRuntime {
  readonly Tensor: new (type: 'float32', data: Float32Array, dims: readonly number[]) => OnnxTensor
  readonly InferenceSession: {
    create(model: Uint8Array, options: { intraOpNumThreads: number; logSeverityLevel: 3 }): Promise<OnnxSession>
  }
}

interface OnnxTensor {
  readonly data: unknown
}

interface OnnxSession {
  readonly inputNames: readonly string[]
  readonly outputNames: readonly string[]
  run(feeds: Record<string, OnnxTensor>): Promise<Readonly<Record<string, OnnxTensor>>>
  release(): Promise<void>
}

/** A loaded network with one input: `run` gives its outputs by name, without a name the first. */
export interface Network {
  run(values: Float32Array, shape: readonly number[]): Promise<(output?: string) => Float32Array>
  release(): Promise<void>
}

export async function loadNetwork(ort: OnnxRuntime, model: Uint8Array): Promise<Network> {
  // One thread each: two threads were no faster on idle cores and four times slower on busy ones. Scale by workers.
  const session = await ort.InferenceSession.create(model, { intraOpNumThreads: 1, logSeverityLevel: 3 })
  const [input = 'input'] = session.inputNames
  const [first = 'output'] = session.outputNames
  return {
    async run(values, shape) {
      const outputs = await session.run({ [input]: new ort.Tensor('float32', values, shape) })
      return (output = first) => {
        const data = outputs[output]?.data
        if (!(data instanceof Float32Array)) throw new Error(`the model has no float32 output called ${output}`)
        return data
      }
    },
    release: () => session.release(),
  }
}

/**
 * An RGB picture as the planes a network wants: all of one colour, then the next, each `(value - mean) / deviation`.
 * `order` is the colour order the network was trained with.
 */
export function toPlanes(image: PixelImage, mean: number, deviation: number, order: 'rgb' | 'bgr'): Float32Array {
  const { data, channels } = image
  const size = image.width * image.height
  const planes = new Float32Array(3 * size)
  const first = order === 'rgb' ? 0 : 2
  for (let i = 0, p = 0; i < size; i++, p += channels) {
    planes[i] = (data[p + first]! - mean) / deviation // inside by construction, as the two below
    planes[size + i] = (data[p + 1]! - mean) / deviation
    planes[2 * size + i] = (data[p + 2 - first]! - mean) / deviation
  }
  return planes
}

/** Probabilities of a network's raw class scores. */
export function softmax(scores: Float32Array): number[] {
  const highest = Math.max(...scores)
  const powers = Array.from(scores, (score) => Math.exp(score - highest))
  const sum = powers.reduce((total, power) => total + power, 0)
  return powers.map((power) => power / sum)
}
