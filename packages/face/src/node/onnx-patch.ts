/**
 * The two changes made to the published networks, on their bytes: an ONNX file is a protobuf message, and both need
 * only its outermost fields.
 */

// Field numbers of onnx.proto.
const modelGraph = 7
const graphInitializer = 5
const graphOutput = 12
const tensorDataType = 2
const tensorFloatData = 4
const tensorRawData = 9
const floatType = 1

/** Weights below this are as good as zero, but those that are denormal make a multiplication many times slower. */
const negligible = 1e-20

/**
 * Sets float weights too small to matter to zero, in place: embedding a face takes 10 ms instead of 62, and its result
 * is the same. Returns how many were changed.
 */
export function flushDenormals(model: Buffer): number {
  let changed = 0
  for (const graph of fieldsOf(model, modelGraph))
    for (const tensor of fieldsOf(graph.content, graphInitializer)) {
      const fields = [...readFields(tensor.content)]
      if (!fields.some((field) => field.number === tensorDataType && field.value === floatType)) continue
      for (const { number, content } of fields)
        if (number === tensorRawData || number === tensorFloatData) changed += flushFloats(content)
    }
  return changed
}

function flushFloats(floats: Buffer): number {
  let changed = 0
  for (let at = 0; at + 4 <= floats.length; at += 4) {
    const value = floats.readFloatLE(at)
    if (value === 0 || Math.abs(value) >= negligible) continue
    floats.writeFloatLE(0, at)
    changed++
  }
  return changed
}

/** A copy of the model that also gives out the inner float tensor `name`. */
export function exposeTensor(model: Buffer, name: string): Buffer {
  const valueInfo = (typeBytes: Buffer) => Buffer.concat([bytesField(1, Buffer.from(name)), bytesField(2, typeBytes)])
  const floatTensorType = bytesField(1, Buffer.from([0x08, floatType])) // elem_type = float, shape left open
  const output = bytesField(graphOutput, valueInfo(floatTensorType))
  const parts = [...readFields(model)].map(({ number, whole, content }) =>
    number === modelGraph ? bytesField(modelGraph, Buffer.concat([content, output])) : whole,
  )
  return Buffer.concat(parts)
}

interface Field {
  readonly number: number
  /** The value of a number field; undefined for every other kind. */
  readonly value?: number
  /** The bytes of a text, message or array; empty for numbers. A view, not a copy. */
  readonly content: Buffer
  /** The field as it stands in the message, with its tag. */
  readonly whole: Buffer
}

const fieldsOf = (message: Buffer, number: number): Field[] =>
  [...readFields(message)].filter((field) => field.number === number)

function* readFields(message: Buffer): Generator<Field> {
  let at = 0
  while (at < message.length) {
    const start = at
    const tag = readVarint(message, at)
    const number = Math.floor(tag.value / 8)
    const wire = tag.value % 8
    at = tag.next
    if (wire === 0) {
      const { value, next } = readVarint(message, at)
      at = next
      yield { number, value, content: Buffer.alloc(0), whole: message.subarray(start, at) }
    } else {
      const length = wire === 2 ? readVarint(message, at) : { value: wire === 1 ? 8 : 4, next: at }
      if (wire !== 2 && wire !== 1 && wire !== 5) throw new Error(`not an ONNX file: wire type ${wire}`)
      at = length.next + length.value
      yield { number, content: message.subarray(length.next, at), whole: message.subarray(start, at) }
    }
  }
}

function readVarint(message: Buffer, at: number): { value: number; next: number } {
  let value = 0
  for (let place = 1; ; place *= 128) {
    const byte = message.readUInt8(at++)
    value += (byte & 127) * place
    if (byte < 128) return { value, next: at }
  }
}

function bytesField(number: number, content: Buffer): Buffer {
  return Buffer.concat([Buffer.from([number * 8 + 2]), varint(content.length), content])
}

function varint(value: number): Buffer {
  const bytes: number[] = []
  for (; value >= 128; value = Math.floor(value / 128)) bytes.push((value % 128) | 128)
  return Buffer.from([...bytes, value])
}
