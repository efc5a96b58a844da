import { musterOrders, musterStates } from '@gatehouse/contract/features/muster.ts'
import { id } from '@gatehouse/contract/fields.ts'
import { z } from 'zod'

/** The address holds what one looks at: the list as it is filtered, and both of its pages. */
export const viewState = z.object({
  keyword: z.string().optional(),
  sort: z.enum(musterOrders).default('name'),
  pointId: id.optional(),
  page: z.coerce.number().int().min(1).default(1),
  marked: z.enum(musterStates).exclude(['missing']).default('safe'),
  markedPage: z.coerce.number().int().min(1).default(1),
})
export type MusterView = z.output<typeof viewState>
