import protobuf from 'protobufjs/minimal.js'

const { Reader } = protobuf

/* An ONNX file is a protobuf message: what is asked of it before a network is loaded needs only a few of its fields. */

export interface Field {
  readonly number: number
  /** The value of a number field, signed and of 64 bits; undefined for every other kind. */
  readonly value?: number
  /** The bytes of a text, message or array; empty for numbers. A view, not a copy. */
  readonly content: Buffer
  /** Tag and all, as it stands in the message. */
  readonly whole: Buffer
}

/** Throws RangeError where the bytes are no protobuf message. */
export function* readFields(message: Buffer): Generator<Field> {
  const reader = Reader.create(message)
  while (reader.pos < reader.len) {
    const start = reader.pos
    const tag = reader.uint32()
    const [number, wire] = [tag >>> 3, tag & 7]
    const value = wire === 0 ? numberOf(reader) : undefined
    const length = wire === 2 ? reader.uint32() : 0
    const content = message.subarray(reader.pos, reader.pos + length)
    if (wire === 2) reader.skip(length)
    else if (wire !== 0) reader.skipType(wire)
    yield { number, ...(value !== undefined && { value }), content, whole: message.subarray(start, reader.pos) }
  }
}

/** All 64 bits: a length of 2^32 must not pass for none. Beyond 2^53 it is about as large. */
// oxlint-disable-next-line typescript/no-base-to-string -- a Long writes its digits
const numberOf = (reader: protobuf.Reader): number => Number(reader.int64().toString())

export interface OnnxValue {
  readonly name: string
  /** 1 is float32. */
  readonly elementType: number
  /** Null: the file does not say how many axes there are. An axis: its length, or null where the file leaves it open. */
  readonly axes: readonly (number | null)[] | null
}

export interface OnnxFacts {
  readonly opsets: readonly { readonly domain: string; readonly version: number }[]
  readonly inputs: readonly OnnxValue[]
  readonly outputs: readonly OnnxValue[]
  /** Weights lie in other files. */
  readonly hasOutsideData: boolean
  /** The numbers of the largest tensor, as it says itself. */
  readonly mostNumbers: number
}

const text = (bytes: Buffer | undefined): string => bytes?.toString('utf8') ?? ''
const within = (message: Buffer, number: number): Buffer[] =>
  [...readFields(message)].flatMap((field) => (field.number === number ? [field.content] : []))
const numberIn = (message: Buffer, number: number): number | undefined =>
  [...readFields(message)].find((field) => field.number === number)?.value

/** The facts that an ONNX file tells about itself (field numbers of onnx.proto). Throws an Error for anything else. */
export function readOnnxFacts(model: Buffer): OnnxFacts {
  // A message that stands there twice is one message whose fields are those of both.
  const graph = Buffer.concat(within(model, 7))
  if (graph.length === 0) throw new Error('the file has no graph')
  const weights = within(graph, 5)
  const weightNames = new Set(weights.flatMap((tensor) => within(tensor, 8).map(text)))
  const values = (number: number) => within(graph, number).map(valueOf)
  const graphs = [graph, ...within(model, 20).flatMap((training) => [...within(training, 1), ...within(training, 2)])]
  const functions = within(model, 25).flatMap((of) => within(of, 7))
  const tensors = [...graphs.flatMap(tensorsOf), ...functions.flatMap(tensorsOfNode)]
  return {
    opsets: within(model, 8).map((opset) => ({
      domain: text(within(opset, 1)[0]),
      version: numberIn(opset, 2) ?? 0,
    })),
    // Older files name their weights among the inputs.
    inputs: values(11).filter(({ name }) => !weightNames.has(name)),
    outputs: values(12),
    hasOutsideData: tensors.some(isOutside),
    mostNumbers: tensors.reduce((most, tensor) => Math.max(most, numbersIn(tensor)), 0),
  }
}

const isOutside = (tensor: Buffer): boolean =>
  [...readFields(tensor)].some(({ number, value }) => number === 13 || (number === 14 && value === 1))

/** The product of the lengths of its axes, each a field of its own or all in one; endless where one is negative, which no tensor is. */
function numbersIn(tensor: Buffer): number {
  const lengths = [...readFields(tensor)]
    .filter(({ number }) => number === 1)
    .flatMap(({ value, content }) => (value === undefined ? packedNumbers(content) : [value]))
  if (lengths.some((length) => length < 0)) return Number.POSITIVE_INFINITY
  return lengths.includes(0) ? 0 : lengths.reduce((product, length) => product * length, 1)
}

function packedNumbers(content: Buffer): number[] {
  const reader = Reader.create(content)
  const numbers: number[] = []
  while (reader.pos < reader.len) numbers.push(numberOf(reader))
  return numbers
}

/** Every tensor of a graph, those in its nodes' attributes and in graphs inside them included. */
const tensorsOf = (graph: Buffer): Buffer[] => [
  ...within(graph, 5),
  ...within(graph, 15).flatMap(tensorsOfSparse),
  ...within(graph, 1).flatMap(tensorsOfNode),
]
const tensorsOfNode = (node: Buffer): Buffer[] =>
  within(node, 5).flatMap((attribute) => [
    ...[5, 10].flatMap((field) => within(attribute, field)),
    ...[22, 23].flatMap((field) => within(attribute, field).flatMap(tensorsOfSparse)),
    ...[6, 11].flatMap((field) => within(attribute, field).flatMap(tensorsOf)),
  ])
const tensorsOfSparse = (sparse: Buffer): Buffer[] => [...within(sparse, 1), ...within(sparse, 2)]

function valueOf(value: Buffer): OnnxValue {
  const name = text(within(value, 1)[0])
  const tensor = within(within(value, 2)[0] ?? Buffer.alloc(0), 1)[0]
  if (!tensor) return { name, elementType: 0, axes: null }
  const [shape] = within(tensor, 2)
  const axes = shape ? within(shape, 1).map(lengthOf) : null
  return { name, elementType: numberIn(tensor, 1) ?? 0, axes }
}

/** Some exporters write an open axis as -1 or 0. */
function lengthOf(axis: Buffer): number | null {
  const length = numberIn(axis, 1) ?? 0
  return length > 0 ? length : null
}
