import { createHash } from 'node:crypto'
import protobuf from 'protobufjs/minimal.js'
import type { RecogniserSpec } from '../core/recogniser-spec.ts'
import { seededRandom } from '../core/seeded-random.ts'

/*
 * Writes small recognisers as ONNX files: they tell pictures apart by their edges. Nobody trained them, and what they say is reproducible.
 */

const { Writer } = protobuf
type Message = protobuf.Writer

export interface NetworkForm {
  readonly side?: number
  readonly layout?: 'nchw' | 'nhwc'
  readonly dimension?: number
  readonly seed?: number
  /** Axes that the file leaves open. */
  readonly isDynamic?: boolean
  /** Nothing is said about the shape of the input at all. */
  readonly isShapeless?: boolean
  readonly fault?: 'nan' | 'infinity' | 'zeros' | 'constant'
  /** Bytes that make the file larger, and nothing else. */
  readonly ballast?: number
  readonly opset?: number
  readonly domain?: string
  readonly hasOutsideData?: boolean
  /** Something behind the network, as one who means harm writes it. */
  readonly trap?: Trap
}

type Trap =
  /** A second graph, which every reader joins to the first one, whose weights lie in another file. */
  | 'outside-in-second-graph'
  /** A constant whose value lies in a file far away from the model. */
  | 'outside-in-constant'
  /** The same inside the branch of a condition. */
  | 'outside-in-branch'
  /** Weights that say they are 4 TB, and are 4 bytes. */
  | 'gigantic-weights'
  /** The same by one axis that is longer than 32 bits say, and of which these say nothing. */
  | 'axis-beyond-32-bits'
  | 'negative-axis'
  /** A tensor of zeros whose length is 64 GB of numbers: made when the network runs, and as long as its brightest pixel says. */
  | 'asks-for-64-gb'
  /** The same of 6 GB, which most machines give. */
  | 'asks-for-6-gb'

const cells = 8
const filters = 16

/** The bytes of a network. */
export function buildNetwork(form: NetworkForm = {}): Buffer {
  const { side = 112, layout = 'nchw', dimension = 128, seed = 1, isDynamic = false, isShapeless = false } = form
  const { fault, ballast = 0, opset = 17, domain, hasOutsideData = false, trap } = form
  const kernel = Math.floor(side / cells)
  const random = seededRandom(seed)
  const gauss = () => Math.sqrt(-2 * Math.log(random() || 1e-9)) * Math.cos(2 * Math.PI * random())
  const lines = Float32Array.from({ length: filters * 3 * kernel * kernel }, gauss)
  for (let from = 0; from < lines.length; from += kernel * kernel) balance(lines.subarray(from, from + kernel * kernel))
  const mix = Float32Array.from({ length: filters * cells * cells * dimension }, () =>
    fault === 'zeros' || fault === 'constant' ? 0 : gauss(),
  )
  const shift = Float32Array.from({ length: dimension }, () => (fault === 'constant' ? gauss() : 0))
  if (fault === 'nan') shift[0] = Number.NaN
  if (fault === 'infinity') shift[0] = Number.POSITIVE_INFINITY

  const open = isDynamic ? null : 1
  const long = isDynamic ? null : side
  const axes = layout === 'nchw' ? [open, 3, long, long] : [open, long, long, 3]
  const graph = Writer.create()
  if (layout === 'nhwc') node(graph, 'Transpose', ['picture'], 'planes', [['perm', [0, 3, 1, 2]]])
  node(graph, 'Conv', [layout === 'nhwc' ? 'planes' : 'picture', 'lines'], 'edges', [
    ['kernel_shape', [kernel, kernel]],
    ['strides', [kernel, kernel]],
  ])
  node(graph, 'Flatten', ['edges'], 'flat', [['axis', 1]])
  const asked = trap === 'asks-for-64-gb' ? 16e9 : trap === 'asks-for-6-gb' ? 1.5e9 : undefined
  node(graph, 'Gemm', ['flat', 'mix', 'shift'], asked === undefined ? 'vector' : 'plain', [], domain)
  if (asked !== undefined) askForMemory(graph, asked)
  text(graph, 2, 'drawn')
  tensor(graph, 'lines', [filters, 3, kernel, kernel], lines)
  tensor(graph, 'mix', [filters * cells * cells, dimension], mix, hasOutsideData ? 'weights.bin' : undefined)
  tensor(graph, 'shift', [dimension], shift)
  if (ballast > 0) tensor(graph, 'ballast', [Math.ceil(ballast / 4)], new Float32Array(Math.ceil(ballast / 4)))
  value(graph, 11, 'picture', isShapeless ? null : axes)
  value(graph, 12, 'vector', [open, dimension])

  const model = Writer.create().uint32(8).int64(8)
  text(model, 2, 'gatehouse')
  message(model, 7, graph)
  for (const [name, version] of [['', opset], ...(domain === undefined ? [] : [[domain, 1] as const])] as const) {
    const imported = Writer.create()
    text(imported, 1, name)
    message(model, 8, imported.uint32(16).int64(version))
  }
  if (trap !== undefined && trap !== 'asks-for-64-gb' && trap !== 'asks-for-6-gb') message(model, 7, trapOf(trap))
  return Buffer.from(model.finish())
}

/** Axes as weights of 4 bytes claim them. */
const falseAxes: Partial<Record<Trap, readonly number[]>> = {
  'gigantic-weights': [1e6, 1e6],
  'axis-beyond-32-bits': [2 ** 32, 1],
  'negative-axis': [-1, 0],
}

/** Adds the largest of so many zeros to the vector; how many there are, depends on the brightest pixel: of no picture fewer than these. */
function askForMemory(graph: Message, numbers: number): void {
  tensor(graph, 'numbers', [1], Float32Array.of(numbers))
  node(graph, 'ReduceMax', ['picture'], 'brightest', [['keepdims', 0]])
  node(graph, 'Abs', ['brightest'], 'brightness', [])
  node(graph, 'Ceil', ['brightness'], 'step', [])
  node(graph, 'Max', ['step', 'one'], 'times', [])
  tensor(graph, 'one', [1], Float32Array.of(1))
  node(graph, 'Mul', ['times', 'numbers'], 'asked', [])
  node(graph, 'Cast', ['asked'], 'length', [['to', 7]])
  node(graph, 'ConstantOfShape', ['length'], 'zeros', [])
  node(graph, 'ReduceMax', ['zeros'], 'nothing', [['keepdims', 0]])
  node(graph, 'Add', ['plain', 'nothing'], 'vector', [])
}

function trapOf(trap: Trap): Message {
  const graph = Writer.create()
  const farAway = '../../../../etc/hostname'
  if (trap === 'outside-in-second-graph') tensor(graph, 'far', [3], new Float32Array(3), farAway)
  else if (trap in falseAxes) tensor(graph, 'far', falseAxes[trap] ?? [], new Float32Array(1))
  else {
    const constant = Writer.create()
    node(constant, 'Constant', [], 'far', [['value', tensorOf('', [3], new Float32Array(3), farAway)]])
    value(constant, 12, 'far', [3])
    if (trap === 'outside-in-constant') return constant
    text(constant, 2, 'branch')
    tensor(graph, 'yes', [1], new Float32Array(1))
    node(graph, 'If', ['yes'], 'chosen', [['then_branch', constant]])
  }
  return graph
}

/** The network with a manifest that fits it. */
export function buildRecogniser(form: NetworkForm = {}): { spec: RecogniserSpec; model: Buffer } {
  const { side = 112, layout = 'nchw', dimension = 128 } = form
  const model = buildNetwork(form)
  const sha256 = createHash('sha256').update(model).digest('hex')
  const spec: RecogniserSpec = {
    modelId: sha256.slice(0, 12),
    sha256,
    input: { side, layout, channels: 'rgb', mean: [127.5, 127.5, 127.5], deviation: [127.5, 127.5, 127.5] },
    alignment: 'arcface',
    dimension,
    thresholds: { verify: 0.45, openSet: 0.7, alike: 0.65, floor: 0.6 },
  }
  return { spec, model }
}

/** Takes the mean away: an even area gives nothing. */
function balance(numbers: Float32Array): void {
  const mean = numbers.reduce((sum, one) => sum + one, 0) / numbers.length
  for (let i = 0; i < numbers.length; i++) numbers[i]! -= mean
}

const message = (into: Message, field: number, of: Message): Message => into.uint32(field * 8 + 2).bytes(of.finish())
const text = (into: Message, field: number, of: string): Message => into.uint32(field * 8 + 2).string(of)

function node(
  graph: Message,
  kind: string,
  inputs: readonly string[],
  output: string,
  attributes: readonly (readonly [name: string, value: number | readonly number[] | Message])[],
  domain?: string,
): void {
  const of = Writer.create()
  for (const input of inputs) text(of, 1, input)
  text(of, 2, output)
  text(of, 4, kind)
  for (const [name, value] of attributes) {
    const attribute = Writer.create()
    text(attribute, 1, name)
    // The numbers of the kinds: 2 a number, 4 a tensor, 5 a graph, 7 a list of numbers.
    let type = 7
    if (typeof value === 'number') {
      attribute.uint32(3 * 8).int64(value)
      type = 2
    } else if (value instanceof Writer) {
      type = kind === 'If' ? 5 : 4
      message(attribute, kind === 'If' ? 6 : 5, value)
    } else for (const one of value) attribute.uint32(8 * 8).int64(one)
    message(of, 5, attribute.uint32(20 * 8).int32(type))
  }
  if (domain !== undefined) text(of, 7, domain)
  message(graph, 1, of)
}

const tensor = (graph: Message, name: string, axes: readonly number[], values: Float32Array, outside?: string) =>
  message(graph, 5, tensorOf(name, axes, values, outside))

/** `outside`: the file in which the numbers lie. */
function tensorOf(name: string, axes: readonly number[], values: Float32Array, outside?: string): Message {
  const of = Writer.create()
  for (const axis of axes) of.uint32(8).int64(axis)
  of.uint32(16).int32(1)
  text(of, 8, name)
  if (outside === undefined) return of.uint32(9 * 8 + 2).bytes(new Uint8Array(values.buffer))
  const place = Writer.create()
  text(place, 1, 'location')
  text(place, 2, outside)
  return message(of, 13, place)
    .uint32(14 * 8)
    .int32(1)
}

/** A float tensor; an axis of null is left open. */
function value(graph: Message, field: number, name: string, axes: readonly (number | null)[] | null): void {
  const type = Writer.create().uint32(8).int32(1)
  if (axes) {
    const shape = Writer.create()
    for (const axis of axes)
      message(shape, 1, axis === null ? text(Writer.create(), 2, 'open') : Writer.create().uint32(8).int64(axis))
    message(type, 2, shape)
  }
  const of = text(Writer.create(), 1, name)
  message(graph, field, message(of, 2, message(Writer.create(), 1, type)))
}
