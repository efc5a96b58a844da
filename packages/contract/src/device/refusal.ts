import { z } from 'zod'

/** An item of a batch that cannot be stored, by its position in the batch, with the problem of each field: in words, and its name for programs. */
export const refusal = z.object({
  index: z.int().min(0),
  issues: z.array(z.object({ path: z.string(), code: z.string().optional(), problem: z.string() })),
})
export type Refusal = z.output<typeof refusal>
