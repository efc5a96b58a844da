import { z } from 'zod'
import { deviceMakes } from '../../device/capabilities.ts'
import { route } from '../../route.ts'

/** A make whose protocol protects little, so that somebody must switch it on. */
export const makeSwitch = z.object({
  make: z.enum(deviceMakes),
  isOn: z.boolean(),
  /** The operator's settings of the server decide; nothing is changed here. */
  isByOperator: z.boolean(),
  /** A port of its own for its terminals, by the operator's settings. */
  port: z.int().nullable(),
  /** Terminals of this make that were accepted. */
  devices: z.int(),
})
export type MakeSwitch = z.output<typeof makeSwitch>

export const listMakeSwitches = route({
  method: 'GET',
  path: '/v2/service-config/makes',
  summary: 'The makes of terminals that are switched on or off, and whether they are',
  permission: 'service-config.manage',
  shows: 'service-config',
  response: z.array(makeSwitch),
})

export const switchMake = route({
  method: 'PUT',
  path: '/v2/service-config/makes/:make',
  summary: 'Take terminals of this make, or no longer, at once',
  permission: 'service-config.manage',
  params: z.object({ make: z.enum(deviceMakes) }),
  body: z.object({ isOn: z.boolean() }),
  response: makeSwitch,
  errors: ['make.not-set-here'],
  audit: { module: 'service-config', event: 'switch-make' },
  changes: ['service-config', 'devices'],
})
