import protobuf from 'protobufjs/minimal.js'
import { type Field, readFields } from './onnx-message.ts'

const { Writer } = protobuf

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
  // A value info: its name, and the type of a float tensor (elem_type), whose shape is left open.
  const output = Writer.create().uint32(tagOf(graphOutput)).fork().uint32(tagOf(1)).string(name)
  output.uint32(tagOf(2)).fork().uint32(tagOf(1)).fork().uint32(0x08).uint32(floatType).ldelim().ldelim().ldelim()
  const addition = output.finish()
  const parts = [...readFields(model)].map(({ number, whole, content }) =>
    number === modelGraph
      ? Writer.create()
          .uint32(tagOf(modelGraph))
          .bytes(Buffer.concat([content, addition]))
          .finish()
      : whole,
  )
  return Buffer.concat(parts)
}

const fieldsOf = (message: Buffer, number: number): Field[] =>
  [...readFields(message)].filter((field) => field.number === number)

/** The tag of a field that has a length: a text, a message, an array. */
const tagOf = (number: number) => number * 8 + 2
