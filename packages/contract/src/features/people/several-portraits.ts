import { z } from 'zod'
import { id } from '../../fields.ts'

/** The maximum number of portraits by which one person is recognised; doors average them. */
export const maxPortraits = 5

/** The query of an upload. */
export const besideQuery = z.object({
  beside: z
    .string()
    .transform((text) => text.split(','))
    .pipe(z.array(id).max(maxPortraits))
    .optional()
    .describe(
      'The photographs of the same submission that came before, by their ids with commas: one of somebody else is refused',
    ),
})
