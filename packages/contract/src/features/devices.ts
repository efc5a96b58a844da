import { z } from 'zod'
import { id, instant, optionalLine, requiredLine } from '../fields.ts'
import { keyword, pageOf, pageQuery, sortOrder } from '../paging.ts'
import { route } from '../route.ts'
import { groupRef } from './person-groups.ts'
import { commandKinds } from '../device/commands.ts'

export const directions = ['none', 'in', 'out'] as const

export const deviceSummary = z.object({
  id,
  ldid: z.string(),
  name: z.string(),
  location: z.string().nullable(),
  description: z.string().nullable(),
  type: z.string(),
  direction: z.enum(directions),
  ip: z.string().nullable(),
  serialNumber: z.string(),
  model: z.string().nullable(),
  manufacturer: z.string().nullable(),
  hardwareVersion: z.string().nullable(),
  firmwareVersion: z.string().nullable(),
  appVersion: z.string().nullable(),
  isOnline: z.boolean(),
  /** Since when it is online or offline. */
  onlineChangedAt: instant.nullable(),
  updatedAt: instant,
})
export type DeviceSummary = z.output<typeof deviceSummary>

export const device = deviceSummary.extend({
  timeZone: z.string().nullable(),
  groups: z.array(groupRef),
  /** Device clock minus server clock, in milliseconds, as last measured. */
  clockOffsetMs: z.int().nullable(),
  people: z.object({ total: z.int(), waiting: z.int(), failed: z.int() }),
  createdAt: instant,
})
export type Device = z.output<typeof device>

export const listDevices = route({
  method: 'GET',
  path: '/v2/devices',
  summary: 'Devices; keyword over name, location, description, LDID and serial number',
  permission: 'device.read',
  query: pageQuery.extend({
    keyword,
    status: z.enum(['online', 'offline']).optional(),
    sort: z.enum(['name', 'location', 'createdAt', 'updatedAt']).default('createdAt'),
    order: sortOrder.default('desc'),
  }),
  response: pageOf(deviceSummary).extend({ counts: z.object({ total: z.int(), online: z.int(), offline: z.int() }) }),
})

export const getDevice = route({
  method: 'GET',
  path: '/v2/devices/:id',
  summary: 'One device',
  permission: 'device.read',
  params: z.object({ id }),
  response: device,
  errors: ['device.not-found'],
})

export const createPairingCode = route({
  method: 'POST',
  path: '/v2/devices/pairing-codes',
  summary: 'A 6-character code that a terminal is paired with: valid 10 minutes, once',
  permission: 'device.write',
  body: z.object({
    name: requiredLine(64),
    location: optionalLine(128).optional(),
    direction: z.enum(directions).default('none'),
  }),
  response: z.object({
    code: z.string(),
    expiresAt: instant,
    /** SHA-256 of the server's certificate authority where the installation made its own, to check against at pairing. */
    certificateFingerprint: z.string().nullable(),
  }),
  errors: ['licence.device-limit'],
  audit: { module: 'device', event: 'create-pairing-code' },
})

export const updateDevice = route({
  method: 'PATCH',
  path: '/v2/devices/:id',
  summary: 'Rename, move or describe a device, set its direction, zone and groups',
  permission: 'device.write',
  params: z.object({ id }),
  body: z
    .object({
      name: requiredLine(64),
      location: optionalLine(128),
      description: optionalLine(255),
      direction: z.enum(directions),
      timeZone: optionalLine(64),
      groupIds: z.array(id).max(256),
    })
    .partial(),
  response: device,
  errors: ['device.not-found', 'group.not-found'],
  audit: { module: 'device', event: 'update' },
})

export const deleteDevice = route({
  method: 'DELETE',
  path: '/v2/devices/:id',
  summary: 'Unbind a device: its secret is dead at once, its records stay',
  permission: 'device.write',
  params: z.object({ id }),
  errors: ['device.not-found'],
  audit: { module: 'device', event: 'unbind' },
})

export const deviceCommand = z.object({
  id,
  kind: z.enum(commandKinds),
  state: z.enum(['waiting', 'done', 'failed', 'expired']),
  reason: z.string().nullable(),
  result: z.string().nullable(),
  createdBy: z.string(),
  createdAt: instant,
  expiresAt: instant,
  finishedAt: instant.nullable(),
})
export type DeviceCommand = z.output<typeof deviceCommand>

export const sendCommand = route({
  method: 'POST',
  path: '/v2/devices/:id/commands',
  summary: 'Send a remote command; it expires when the device does not answer in time',
  permission: 'device.control',
  params: z.object({ id }),
  body: z.object({ kind: z.enum(commandKinds), reason: optionalLine(255).optional() }),
  response: deviceCommand,
  errors: ['device.not-found', 'device.offline'],
  audit: { module: 'device', event: 'command' },
})

export const listCommands = route({
  method: 'GET',
  path: '/v2/devices/:id/commands',
  summary: "A device's last commands and their outcome",
  permission: 'device.read',
  params: z.object({ id }),
  query: pageQuery,
  response: pageOf(deviceCommand),
  errors: ['device.not-found'],
})

export const listDevicePeople = route({
  method: 'GET',
  path: '/v2/devices/:id/people',
  summary: 'The people that belong on a device: waiting, done, or failed with the reason',
  permission: 'device.read',
  params: z.object({ id }),
  query: pageQuery.extend({ keyword, state: z.enum(['waiting', 'done', 'failed']).optional() }),
  response: pageOf(
    z.object({
      personId: id,
      name: z.string(),
      portraitId: id.nullable(),
      state: z.enum(['waiting', 'done', 'failed']),
      reason: z.string().nullable(),
    }),
  ),
  errors: ['device.not-found'],
})
