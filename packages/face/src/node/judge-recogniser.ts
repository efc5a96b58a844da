import { createHash } from 'node:crypto'
import * as ort from 'onnxruntime-node'
import { cosineOf } from '../core/compare-embeddings.ts'
import type { OtherRecogniser } from '../core/other-recogniser.ts'
import { loadRecogniser } from '../core/other-recogniser.ts'
import type { RecogniserSpec } from '../core/recogniser-spec.ts'
import { drawFace } from '../core/drawn-face.ts'
import { seededRandom } from '../core/seeded-random.ts'
import type { OnnxFacts } from './onnx-message.ts'
import { readOnnxFacts } from './onnx-message.ts'
import { RecogniserError } from './recogniser-error.ts'

/** Domains of operators that the runtime has built in, on the server and in browsers. */
const knownDomains = ['', 'ai.onnx', 'com.microsoft']

const refuse = (message: string): never => {
  throw new RecogniserError(message)
}

/** The checks of `checkRecogniser`, in the process that computes. Throws RecogniserError. */
export async function judgeRecogniser(spec: RecogniserSpec, model: Buffer): Promise<void> {
  const sha256 = createHash('sha256').update(model).digest('hex')
  if (sha256 !== spec.sha256)
    refuse(
      `The SHA-256 of the file is ${sha256}, the manifest says ${spec.sha256}: fetch the file again, or correct the manifest.`,
    )
  checkFacts(readFacts(model), spec, model.byteLength)
  const recogniser = await loadRecogniser(ort, spec, model).catch((error: unknown) =>
    refuse(`The runtime cannot load the file: ${lineOf(error)}`),
  )
  try {
    await checkFaces(recogniser, spec)
  } finally {
    await recogniser.release()
  }
}

const lineOf = (error: unknown): string => (error instanceof Error ? error.message : String(error)).split('\n')[0] ?? ''

function readFacts(model: Buffer): OnnxFacts {
  try {
    return readOnnxFacts(model)
  } catch (error) {
    return refuse(`The file is not an ONNX model (${lineOf(error)}).`)
  }
}

function checkFacts(
  { opsets, inputs, outputs, hasOutsideData, mostNumbers }: OnnxFacts,
  { input, dimension }: RecogniserSpec,
  bytes: number,
): void {
  if (hasOutsideData) refuse('The weights lie in another file: save the model with its weights inside.')
  // The smallest kinds of numbers lie two in a byte.
  if (mostNumbers > 2 * bytes)
    refuse('Weights say that they are more numbers than the file has: it was cut, or made to harm.')
  const strange = opsets.find(({ domain }) => !knownDomains.includes(domain))
  if (strange) refuse(`The model needs operators of ${strange.domain}, which the runtime does not have.`)
  const opset = opsets.find(({ domain }) => domain === '' || domain === 'ai.onnx')
  if (!opset || opset.version < 7) refuse(`The model has opset ${opset?.version ?? 0}: 7 or newer is needed.`)
  const [picture, ...others] = inputs
  if (!picture || others.length > 0) refuse(`The model has ${inputs.length} inputs; it must have one, the picture.`)
  const [vector] = outputs
  if (!vector) refuse('The model has no output.')
  if (picture?.elementType !== 1 || vector?.elementType !== 1) refuse('Input and output must be float32.')
  const { side, layout } = input
  checkAxes('input', picture?.axes ?? null, layout === 'nchw' ? [1, 3, side, side] : [1, side, side, 3])
  if (vector?.axes) checkAxes('output', vector.axes, vector.axes.length === 1 ? [dimension] : [1, dimension])
}

/** An axis that the file leaves open is fixed by the manifest; without axes nobody knows what the network is for. */
function checkAxes(
  what: 'input' | 'output',
  axes: OnnxFacts['inputs'][number]['axes'],
  wanted: readonly number[],
): void {
  if (!axes) return refuse(`The ${what} says nothing about its shape: export the model with a shape.`)
  // An output may have further axes of length 1.
  const bare = what === 'output' && axes.length > 2 ? [axes[0], ...axes.slice(1).filter((axis) => axis !== 1)] : axes
  const fits = bare.length === wanted.length && bare.every((axis, i) => axis === null || axis === wanted[i])
  if (!fits)
    refuse(
      `The ${what} of the model is ${axes.map((axis) => axis ?? 'open').join(' x ')}, the manifest says ${wanted.join(' x ')}.`,
    )
}

const people = 6

/** Drawn faces: the same one lit otherwise and moved by a pixel or two must be nearer than any other. */
async function checkFaces(recogniser: OtherRecogniser, { input: { side }, thresholds }: RecogniserSpec): Promise<void> {
  const embed = (person: number, isChanged: boolean) =>
    recogniser
      .embedAligned(drawFace({ person, isChanged, side }))
      .catch((error: unknown) => refuse(`${lineOf(error)}.`))
  const first: Float32Array[] = []
  const second: Float32Array[] = []
  for (let person = 0; person < people; person++) {
    first.push(await embed(person, false))
    second.push(await embed(person, true))
  }
  const [one, again] = [first[0], await embed(0, false)]
  if (one && cosineOf(one, again) < 0.9999) refuse('The same picture gives another vector each time.')
  for (const [person, embedding] of first.entries()) {
    const own = cosineOf(embedding, second[person] ?? embedding)
    const nearest = Math.max(...second.flatMap((other, n) => (n === person ? [] : [cosineOf(embedding, other)])))
    if (!(own > nearest))
      refuse(
        `Of drawn faces it finds another one more alike (${nearest.toFixed(2)}) than the same one lit otherwise (${own.toFixed(2)}): check layout, channels, mean and deviation.`,
      )
  }
  // Pictures that are no face, black, white and noise: a network may ask for more memory on one of them.
  for (const fill of [() => 0, () => 255, seededNoise()]) await embedPlain(recogniser, side, fill)
  const { verify, openSet, floor } = thresholds
  if (openSet < verify || floor < verify) refuse('openSet and floor must not be below verify.')
}

/** Of such a picture any vector will do, also none. */
async function embedPlain(recogniser: OtherRecogniser, side: number, fill: () => number): Promise<void> {
  const data = Uint8Array.from({ length: side * side * 3 }, fill)
  await recogniser.embedAligned({ width: side, height: side, channels: 3, data }).catch(() => undefined)
}

function seededNoise(): () => number {
  const random = seededRandom(7)
  return () => Math.floor(random() * 256)
}
