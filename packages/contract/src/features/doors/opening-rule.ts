import { z } from 'zod'
import { id, requiredLine } from '../../fields.ts'
import { route } from '../../route.ts'

/** The reasons that are offered at most: they stand as buttons beside the field. */
export const maxReasons = 8

/** Commands that open a door by a button: holding it closed and ending a hold need no reason. */
export const openingKinds: readonly string[] = ['open-once', 'hold-open']

export const openingRuleInput = z.object({
  /** No door is opened without a reason. */
  needsReason: z.boolean(),
  /** Reasons that are offered, in this order. */
  reasons: z
    .array(requiredLine(60))
    .max(maxReasons)
    .transform((reasons) => [...new Set(reasons)]),
})
export type OpeningRuleInput = z.output<typeof openingRuleInput>

export const openingRule = z.object({
  needsReason: z.boolean(),
  reasons: z.array(z.string()),
  /** The doors that need a reason by themselves, and the devices at them. */
  doorIds: z.array(id),
  deviceIds: z.array(id),
})
export type OpeningRule = z.output<typeof openingRule>

export const getOpeningRule = route({
  method: 'GET',
  path: '/v2/opening-rule',
  summary: 'Whether opening a door by a button needs a reason, at which doors, and the reasons that are offered',
  permission: 'device.control',
  shows: 'sites',
  response: openingRule,
})

export const updateOpeningRule = route({
  method: 'PUT',
  path: '/v2/opening-rule',
  summary: 'Set whether opening any door by a button needs a reason, and the reasons that are offered',
  permission: 'company.write',
  body: openingRuleInput,
  response: openingRule,
  audit: { module: 'company', event: 'update-opening' },
  changes: ['sites'],
})
