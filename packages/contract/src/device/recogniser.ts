import { z } from 'zod'

const three = z.union([z.number(), z.array(z.number()).length(3)])
const cosine = z.number().min(0.05).max(0.99)

/** How another recogniser than the built-in one is fed, and what its numbers mean (ADR 0078). */
export const recogniserForm = z.strictObject({
  sha256: z.string().regex(/^[0-9a-f]{64}$/),
  input: z.strictObject({
    side: z.int().min(32).max(512),
    layout: z.enum(['nchw', 'nhwc']),
    channels: z.enum(['rgb', 'bgr']),
    mean: z.tuple([z.number(), z.number(), z.number()]),
    deviation: z.tuple([z.number(), z.number(), z.number()]),
  }),
  alignment: z.enum(['arcface', 'box']),
  dimension: z.int().min(64).max(2048).multipleOf(8),
  /** On the recogniser's own scale. */
  thresholds: z.strictObject({ verify: cosine, openSet: cosine, alike: cosine, floor: cosine }),
})

/** The manifest that an operator writes beside the file. */
export const recogniserManifest = recogniserForm.extend({
  name: z.string().trim().min(1).max(80),
  /** The ONNX file, in the same folder. */
  file: z.string().regex(/^[^/\\]+\.onnx$/, { error: 'must be the name of an .onnx file in the same folder' }),
  input: recogniserForm.shape.input.extend({
    /** One number for all colours, or one for each. */
    mean: three.transform(threeOf),
    deviation: three
      .refine((value) => [value].flat().every((one) => one > 0), { error: 'must be above 0' })
      .transform(threeOf),
  }),
})
export type RecogniserManifest = z.output<typeof recogniserManifest>

function threeOf(value: number | readonly number[]): [number, number, number] {
  const [first = 0, second = first, third = first] = [value].flat()
  return [first, second, third]
}

export const recogniserModelId = z.string().regex(/^[0-9a-f]{12}$/)

/** A recogniser as a terminal is told of it: it fetches the file by its id. */
export const namedRecogniser = recogniserForm.extend({ modelId: recogniserModelId, byteSize: z.int().min(1) })
export type NamedRecogniser = z.output<typeof namedRecogniser>

/** Why a terminal keeps the recogniser that it has. */
export const recogniserRefusals = ['too-large', 'fetch-failed', 'hash-wrong', 'cannot-run'] as const
export type RecogniserRefusal = (typeof recogniserRefusals)[number]
