import { z } from 'zod'
import { capabilities } from '../../device/capabilities.ts'
import { id } from '../../fields.ts'
import { route } from '../../route.ts'

export const commandLacks = z.object({ commands: capabilities.shape.commands, deviceIds: z.array(id) })
export type CommandLacks = z.output<typeof commandLacks>

export const listCommandLacks = route({
  method: 'GET',
  path: '/v2/devices/lacks',
  summary: 'Devices that lack a command, by what they lack and why; every other device has all of them',
  permission: 'device.read',
  shows: 'devices',
  response: z.array(commandLacks),
})
