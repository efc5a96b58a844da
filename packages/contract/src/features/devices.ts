import { z } from 'zod'
import { id, instant, networkList, optionalLine, requiredLine, namedInstant } from '../fields.ts'
import { keyPageOf, keyPageQuery, keyword, pageOf, pageQuery, sortOrder } from '../paging.ts'
import { route } from '../route.ts'
import { groupKinds, groupRef } from './person-groups.ts'
import { maxPorts } from './sites.ts'
import { capabilities, deviceMakes } from '../device/capabilities.ts'
import { commandKinds } from '../device/commands.ts'
import { directions } from '../device/passage-words.ts'

export const deviceSummary = z.object({
  id,
  ldid: z.string(),
  make: z.string(),
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
  /** When two machines last used this device's identity; null: never, or not within a day. */
  cloneSeenAt: instant.nullable(),
  /** Its face threshold was set by hand, below what the worst measured group of people needs with so many people. */
  isFaceThresholdLow: z.boolean(),
  createdAt: instant,
  updatedAt: instant,
})
export type DeviceSummary = z.output<typeof deviceSummary>

export const device = deviceSummary.extend({
  /** When something was last heard of it; null: never. */
  lastSeenAt: instant.nullable(),
  timeZone: z.string().nullable(),
  /** Its calls are taken only from these addresses and networks; null: from everywhere. */
  sourceNetwork: z.string().nullable(),
  /** The address that it called from before, until when; null: always from the same. */
  previousIp: z.string().nullable(),
  ipChangedAt: instant.nullable(),
  /** The clock on the wall beside it: its own zone, else its site's, else the enterprise's. */
  effectiveTimeZone: z.string(),
  groups: z.array(groupRef),
  /** The number of its doors: a controller has several, each with a port of its own. */
  doorCount: z.int().min(1),
  /** The doors of a device with several that a group may pass, by the group; one that is not here may pass all. */
  groupPorts: z.record(id, z.array(z.int())),
  /** Device clock minus server clock, in milliseconds, as last measured. */
  clockOffsetMs: z.int().nullable(),
  clockMeasuredAt: instant.nullable(),
  people: z.object({ total: z.int(), waiting: z.int(), failed: z.int(), noPortrait: z.int(), keptOff: z.int() }),
  /** The area in which its passages count for attendance; null: in no area. */
  attendanceArea: z.object({ id, name: z.string() }).nullable(),
  /** The number of people its model can hold. */
  personCapacity: z.int(),
  app: z.object({
    packageName: z.string().nullable(),
    versionName: z.string().nullable(),
    versionCode: z.int().nullable(),
  }),
  /** Its cards and PINs are in the older form, which a thief of the terminal can guess quickly: its software is older too. */
  holdsWeakHashes: z.boolean(),
  /** It did not take a holiday of its timetables: on that day it goes by the weekday. */
  refusesHolidays: z.boolean(),
  /** When it let somebody pass last whom its hours refuse, within a month; null: not known of it, or it is said to keep to none. */
  letPassAt: instant.nullable(),
  /** Records that it numbered and never delivered. */
  missingRecords: z.int(),
  /** The way in which a remote command holds the door. */
  doorMode: z.enum(['normal', 'held-open', 'held-closed']).nullable(),
  /** Of a device that tells of each door by itself, the numbers of those that a command holds. */
  heldPorts: z.array(z.int()),
  /** Devices of its make and kind can do this; where they cannot, the reason stands there. */
  capabilities,
  /** Grows with every change; a form names the revision it was made from. */
  revision: z.int().min(0),
})
export type Device = z.output<typeof device>

/** Devices that can be asked for by their ids at once. */
export const maxDevicesNamed = 200
const uuid = '[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}'
export const idList = new RegExp(`^${uuid}(?:,${uuid}){0,${maxDevicesNamed - 1}}$`, 'i')

/** The time that a requested restart waits for an offline device. */
export const restartWaitMinutes = 5

export const listDevices = route({
  method: 'GET',
  path: '/v2/devices',
  summary: 'Devices; keyword over name, location, description, LDID and serial number',
  permission: 'device.read',
  shows: 'devices',
  query: pageQuery.extend({
    keyword,
    status: z.enum(['online', 'offline']).optional(),
    type: requiredLine(64).optional(),
    model: requiredLine(64).optional(),
    /** Ids of devices, separated by commas: only these. */
    ids: z.string().regex(idList).optional(),
    /** Only readers of doors of this site. */
    siteId: id.optional(),
    /** Only devices to which the transfer of a person failed. */
    people: z.enum(['failed']).optional(),
    sort: z.enum(['name', 'location', 'createdAt', 'updatedAt']).default('createdAt'),
    order: sortOrder.default('desc'),
  }),
  response: pageOf(deviceSummary).extend({
    counts: z.object({ total: z.int(), online: z.int(), offline: z.int() }),
    /**
     * False: the server cannot reach the MQTT broker; terminals hear of changes when they ask, up to half a minute
     * later.
     */
    isBrokerReachable: z.boolean().default(true),
  }),
})

export const listDeviceModels = route({
  method: 'GET',
  path: '/v2/devices/models',
  summary: 'The types and models of all devices, to filter them by',
  permission: 'device.read',
  shows: 'devices',
  response: z.array(z.object({ type: z.string(), model: z.string().nullable() })),
})

export const getDevice = route({
  method: 'GET',
  path: '/v2/devices/:id',
  summary: 'One device',
  permission: 'device.read',
  shows: 'devices',
  params: z.object({ id }),
  response: device,
  errors: ['device.not-found'],
})

export const deviceMake = z.object({
  make: z.enum(deviceMakes),
  /** `code`: it is typed on the terminal; `appears`: the terminal calls this server, and waits among those that ask to join. */
  joins: z.enum(['code', 'appears']),
  /** The port that it calls, where that is not the port of the console. */
  port: z.int().nullable(),
  /** False: a super admin must switch it on first. */
  isOn: z.boolean(),
})
export type JoiningMake = z.output<typeof deviceMake>

export const listDeviceMakes = route({
  method: 'GET',
  path: '/v2/devices/makes',
  summary: 'The makes of terminals that can join, and how',
  permission: 'device.write',
  shows: 'devices',
  response: z.array(deviceMake),
})

/** The facts that somebody enters for a terminal before it joins. */
const plannedDevice = z.object({
  name: requiredLine(64),
  location: optionalLine(128).optional(),
  direction: z.enum(directions).default('none'),
  /** The initial value of its setting `livenessCheck`. */
  checksLiveness: z.boolean().default(true),
})

export const createPairingCode = route({
  method: 'POST',
  path: '/v2/devices/pairing-codes',
  summary: 'A 6-character pairing code for a terminal, valid once within 10 minutes',
  permission: 'device.write',
  body: plannedDevice,
  response: z.object({
    /** The caller asks by this id for the outcome of the code. */
    id,
    code: z.string(),
    expiresAt: instant,
    /**
     * SHA-256 of the server's certificate authority if the installation made its own, for the terminal to check at
     * pairing.
     */
    certificateFingerprint: z.string().nullable(),
  }),
  errors: ['licence.device-limit'],
  audit: { module: 'device', event: 'create-pairing-code' },
  changes: [],
})

export const getPairingCode = route({
  method: 'GET',
  path: '/v2/devices/pairing-codes/:id',
  summary: 'State of a pairing code: waiting, used by a device, or expired',
  permission: 'device.write',
  shows: 'devices',
  params: z.object({ id }),
  response: z.object({ state: z.enum(['waiting', 'joined', 'over']), device: deviceSummary.nullable() }),
})

/** A terminal that asked to join without a code. */
export const announcement = z.object({
  id,
  make: z.string(),
  /** It is on the terminal's screen too; null: terminals of this make show none, and the serial number is compared. */
  checkCode: z.string().nullable(),
  serialNumber: z.string(),
  type: z.string(),
  model: z.string(),
  manufacturer: z.string(),
  appVersion: z.string(),
  address: z.string(),
  /** A device with this serial number is there already, or another terminal claims it too: look twice. */
  isSerialTaken: z.boolean(),
  createdAt: instant,
  lastSeenAt: instant,
})
export type Announcement = z.output<typeof announcement>

export const listAnnouncements = route({
  method: 'GET',
  path: '/v2/devices/announcements',
  summary: 'Terminals waiting to be accepted, the newest of each address first',
  permission: 'device.write',
  shows: 'devices',
  query: pageQuery,
  response: pageOf(announcement),
})

export const acceptAnnouncement = route({
  method: 'POST',
  path: '/v2/devices/announcements/:id/accept',
  summary: 'Accept a waiting terminal as a device',
  permission: 'device.write',
  params: z.object({ id }),
  body: plannedDevice.extend({
    /** The default groups where it is left out. */
    groupIds: z.array(id).max(256).optional(),
    /** Only for makes whose devices prove nothing. */
    sourceNetwork: networkList.optional(),
  }),
  response: deviceSummary,
  errors: ['announcement.not-found', 'device.cannot', 'device.serial-taken', 'group.not-found', 'licence.device-limit'],
  audit: { module: 'device', event: 'accept' },
  changes: ['devices'],
})

export const rejectAnnouncement = route({
  method: 'POST',
  path: '/v2/devices/announcements/:id/reject',
  summary: 'Reject a terminal; it can ask again after a day',
  permission: 'device.write',
  params: z.object({ id }),
  errors: ['announcement.not-found'],
  audit: { module: 'device', event: 'reject' },
  changes: ['devices'],
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
      /** Only for makes whose devices prove nothing. */
      sourceNetwork: networkList,
      groupIds: z.array(id).max(256),
      /** Of a device with several doors, those that a group may pass; a group that is not named may pass all. */
      groupPorts: z.record(id, z.array(z.int().min(1).max(maxPorts)).max(maxPorts)),
      /** Refused if the device is at another one by now. */
      revision: z.int().min(0),
    })
    .partial(),
  response: device,
  errors: [
    'device.not-found',
    'device.cannot',
    'device.changed-meanwhile',
    'device.direction-of-door',
    'group.not-found',
    'lockdown.holds-reader',
  ],
  audit: { module: 'device', event: 'update' },
  changes: ['devices', 'sites'],
})

export const deleteDevice = route({
  method: 'DELETE',
  path: '/v2/devices/:id',
  summary: 'Unbind a device: its secret is invalid at once, its records stay',
  permission: 'device.write',
  params: z.object({ id }),
  errors: ['device.not-found', 'lockdown.holds-reader'],
  audit: { module: 'device', event: 'unbind' },
  changes: ['devices'],
})

export const deviceCommand = z.object({
  id,
  kind: z.enum(commandKinds),
  /** The door of a device with several; null: each of them, its only door, or the device itself. An opening without one is that of the first. */
  port: z.int().nullable(),
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
  summary: 'Send a remote command; it expires if the device does not answer in time',
  permission: 'device.control',
  worksOnFullDisk: true,
  params: z.object({ id }),
  body: z.object({
    kind: z.enum(commandKinds),
    reason: optionalLine(255).optional(),
    /** The door of a device with several; absent: its only door, or the first. */
    port: z.int().min(1).max(maxPorts).optional(),
    /** The time that it waits for the device; absent: a time that suits its kind. */
    expiresInSeconds: z.int().min(5).max(86_400).optional(),
  }),
  response: deviceCommand,
  errors: [
    'device.opens-for-others',
    'device.not-found',
    'device.cannot',
    'device.offline',
    'lockdown.holds-reader',
    'door.reason-needed',
  ],
  audit: { module: 'device', event: 'command' },
  changes: ['commands'],
})

export const sendCommands = route({
  method: 'POST',
  path: '/v2/devices/commands',
  summary: 'Send one command to many devices; the answer shows for each whether it was sent',
  permission: 'device.control',
  worksOnFullDisk: true,
  body: z.object({
    deviceIds: z.array(id).min(1).max(1000),
    kind: z.enum(['hold-open', 'hold-closed', 'normal', 'restart', 'sync-now']),
    reason: optionalLine(255).optional(),
  }),
  response: z.object({
    sent: z.int(),
    offline: z.int(),
    /** Their make has no such command. */
    unable: z.int(),
    missing: z.int(),
  }),
  errors: ['device.opens-for-others', 'door.reason-needed', 'lockdown.holds-reader'],
  audit: { module: 'device', event: 'command' },
  changes: ['commands'],
})

export const listCommands = route({
  method: 'GET',
  path: '/v2/devices/:id/commands',
  summary: "A device's last commands and their outcome",
  permission: 'device.read',
  shows: 'commands',
  params: z.object({ id }),
  query: pageQuery.extend({
    /** Only commands that open a door, hold it or give it back. */
    doorsOnly: z.stringbool().default(false),
    /** Of a device with several doors: what was sent to this one, or to all of them. */
    port: z.coerce.number().int().min(1).max(maxPorts).optional(),
    /** Sent from the first moment on, and before the second. */
    from: namedInstant.optional(),
    to: namedInstant.optional(),
  }),
  response: pageOf(deviceCommand),
  errors: ['device.not-found'],
})

/**
 * `no-portrait`: the door looks for a face, and nobody has given the person a portrait; nothing has failed. `kept-off`: the device opens for
 * everybody on it, and they may pass at no time there at present (`keptOffReasons`); nothing has failed either.
 */
export const personSyncStates = ['waiting', 'done', 'no-portrait', 'kept-off', 'failed'] as const

export const listDevicePeople = route({
  method: 'GET',
  path: '/v2/devices/:id/people',
  summary: 'The people that belong on a device: waiting, done, without a portrait, kept off, or failed with the reason',
  permission: 'device.read',
  shows: 'devices',
  params: z.object({ id }),
  query: keyPageQuery.extend({ keyword, state: z.enum(personSyncStates).optional() }),
  response: keyPageOf(
    z.object({
      personId: id,
      name: z.string(),
      kind: z.enum(groupKinds),
      portraitId: id.nullable(),
      state: z.enum(personSyncStates),
      /** Of somebody who waits: why they are to be taken off the device; null: they are to come to it. */
      reason: z.string().nullable(),
      /** Their number at devices that know people by one; null: they have none yet. */
      number: z.int().nullable(),
    }),
  ),
  errors: ['device.not-found'],
})

export const retryDevicePeople = route({
  method: 'POST',
  path: '/v2/devices/:id/people/retry',
  summary: 'Make a device retry failed people: these, or all',
  permission: 'device.write',
  params: z.object({ id }),
  body: z.object({ personIds: z.array(id).min(1).max(500).optional() }),
  response: z.object({ count: z.int() }),
  errors: ['device.not-found'],
  audit: { module: 'device', event: 'retry-people' },
  changes: ['devices'],
})
