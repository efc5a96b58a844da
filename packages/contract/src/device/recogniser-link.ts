import { z } from 'zod'
import { deviceRoute } from './device-route.ts'
import { namedRecogniser, recogniserModelId, recogniserRefusals } from './recogniser.ts'

/**
 * `stay`: as it is, whichever recogniser that is; `built-in`: back to the one that came with the program; `other`: the one that is named. A
 * terminal asks after each change of its configuration.
 */
export const getRecogniser = deviceRoute({
  method: 'GET',
  path: '/v1/recogniser',
  summary: 'Which face recogniser this terminal is to compare with',
  access: 'device',
  response: z.object({ follow: z.enum(['stay', 'built-in', 'other']), recogniser: namedRecogniser.nullable() }),
})

export const getRecogniserFile = deviceRoute({
  method: 'GET',
  path: '/v1/recogniser/:modelId',
  summary: 'The ONNX file of a recogniser, as `getRecogniser` names it',
  access: 'device',
  params: z.object({ modelId: recogniserModelId }),
  replyKind: 'stream',
  errors: ['recogniser.not-here'],
})

export const reportRecogniser = deviceRoute({
  method: 'POST',
  path: '/v1/recogniser/state',
  summary: 'Report that the terminal prepares the named recogniser, or why it keeps the one that it has',
  access: 'device',
  body: z.object({
    /** Of the named one; null: the built-in one. */
    modelId: recogniserModelId.nullable(),
    state: z.enum(['following', 'refused']),
    /** Null while it follows. */
    reason: z.enum(recogniserRefusals).nullable(),
  }),
})
