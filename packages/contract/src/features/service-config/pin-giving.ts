import { z } from 'zod'
import { route } from '../../route.ts'

/** Whether terminals of other makes, which take nothing but the digits of a PIN, are given them (ADR 0083). */
export const pinGiving = z.object({
  isOn: z.boolean(),
  /** People with a PIN. */
  people: z.int(),
  /** Those of them whose digits are kept: the PINs of the others were set before, and are not known. */
  kept: z.int(),
})
export type PinGiving = z.output<typeof pinGiving>

export const getPinGiving = route({
  method: 'GET',
  path: '/v2/service-config/pin-giving',
  summary: 'Whether PINs are given to terminals of other makes',
  permission: 'service-config.manage',
  shows: 'service-config',
  response: pinGiving,
})

export const setPinGiving = route({
  method: 'PUT',
  path: '/v2/service-config/pin-giving',
  summary: 'Give PINs to terminals of other makes from now on, or take them away and forget every digit',
  permission: 'pin-giving.manage',
  body: z.object({ isOn: z.boolean() }),
  response: pinGiving,
  audit: { module: 'service-config', event: 'switch-pins' },
  changes: ['service-config', 'devices'],
})
