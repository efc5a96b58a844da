import protobuf from 'protobufjs/minimal.js'

const { Reader } = protobuf

/* An ONNX file is a protobuf message: what is asked of it before a network is loaded needs only a few of its fields. */

export interface Field {
  readonly number: number
  /** The value of a number field; undefined for every other kind. */
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
    const value = wire === 0 ? reader.uint32() : undefined
    const length = wire === 2 ? reader.uint32() : 0
    const content = message.subarray(reader.pos, reader.pos + length)
    if (wire === 2) reader.skip(length)
    else if (wire !== 0) reader.skipType(wire)
    yield { number, ...(value !== undefined && { value }), content, whole: message.subarray(start, reader.pos) }
  }
}

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
}

const text = (bytes: Buffer | undefined): string => bytes?.toString('utf8') ?? ''
const within = (message: Buffer, number: number): Buffer[] =>
  [...readFields(message)].flatMap((field) => (field.number === number ? [field.content] : []))
const numberIn = (message: Buffer, number: number): number | undefined =>
  [...readFields(message)].find((field) => field.number === number)?.value

/** The facts that an ONNX file tells about itself (field numbers of onnx.proto). Throws an Error for anything else. */
export function readOnnxFacts(model: Buffer): OnnxFacts {
  const [graph] = within(model, 7)
  if (!graph) throw new Error('the file has no graph')
  const weights = within(graph, 5)
  const weightNames = new Set(weights.flatMap((tensor) => within(tensor, 8).map(text)))
  const values = (number: number) => within(graph, number).map(valueOf)
  return {
    opsets: within(model, 8).map((opset) => ({
      domain: text(within(opset, 1)[0]),
      version: numberIn(opset, 2) ?? 0,
    })),
    // Older files name their weights among the inputs.
    inputs: values(11).filter(({ name }) => !weightNames.has(name)),
    outputs: values(12),
    hasOutsideData: weights.some((tensor) => within(tensor, 13).length > 0 || numberIn(tensor, 14) === 1),
  }
}

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
  return length > 0 && length < 2 ** 31 ? length : null
}
