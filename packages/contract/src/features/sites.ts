import { doorKinds } from '@gatehouse/engine/door/vocabulary.ts'
import {
  type Direction as ReaderDirection,
  directions as readerDirections,
} from '@gatehouse/engine/passage/vocabulary.ts'
import { z } from 'zod'
import { id, instant, optionalLine, requiredLine, timeZoneName } from '../fields.ts'
import { keyword, pageOf, pageQuery, sortOrder } from '../paging.ts'
import { route } from '../route.ts'

export { doorKinds, readerDirections }
export type { ReaderDirection }

/** The number of areas that one site may have. */
export const maxAreasPerSite = 500
/** The number of areas inside one another, the site as a whole included. */
export const maxAreaLevels = 10
/** The number of readers that one door may have. */
export const maxReadersPerDoor = 16
/** The number of ports that one controller may have. */
export const maxPorts = 64

const nameRef = z.object({ id, name: z.string() })

export const siteInput = z.object({
  name: requiredLine(60),
  address: optionalLine(255),
  /** IANA; null: the enterprise's. Devices without a zone of their own follow it. */
  timeZone: timeZoneName.nullable(),
})
export type SiteInput = z.output<typeof siteInput>

export const siteSummary = z.object({
  id,
  name: z.string(),
  address: z.string().nullable(),
  timeZone: z.string().nullable(),
  areaCount: z.int(),
  doorCount: z.int(),
  deviceCount: z.int(),
  createdAt: instant,
})
export type SiteSummary = z.output<typeof siteSummary>

/** `parentAreaId` is null for the one area that is the site as a whole. */
export const area = z.object({
  id,
  siteId: id,
  parentAreaId: id.nullable(),
  name: z.string(),
  /** Doors that lead into it or out of it. */
  doorCount: z.int(),
})
export type Area = z.output<typeof area>

export const site = siteSummary.extend({
  /** Parents before children, siblings by name. */
  areas: z.array(area),
  /** Grows with every change; send it back to be told when somebody else changed the site meanwhile. */
  version: z.int(),
})
export type Site = z.output<typeof site>

const siteErrors = ['site.not-found'] as const

export const listSites = route({
  method: 'GET',
  path: '/v2/sites',
  summary: 'Sites with how many areas, doors and devices each has',
  permission: 'site.read',
  shows: 'sites',
  query: pageQuery.extend({
    keyword,
    sort: z.enum(['name', 'createdAt']).default('name'),
    order: sortOrder.default('asc'),
  }),
  response: pageOf(siteSummary),
})

/** For roles that see where a visit goes and nothing else of a site. */
export const listSiteNames = route({
  method: 'GET',
  path: '/v2/site-names',
  summary: 'Names of the first 1,000 sites, by name',
  permission: 'site.names',
  shows: 'sites',
  response: z.array(nameRef),
})

/** Roles that see no devices still read times beside their names: of a visitor's passage, for example. */
export const listDeviceClocks = route({
  method: 'GET',
  path: '/v2/device-clocks',
  summary: "Devices whose clock is not the enterprise's, with their time zones",
  permission: 'site.names',
  shows: 'sites',
  response: z.array(z.object({ deviceId: id, timeZone: z.string() })),
})

export const listSiteClocks = route({
  method: 'GET',
  path: '/v2/site-clocks',
  summary: "Sites whose clock is not the enterprise's, with their time zones",
  permission: 'site.names',
  shows: 'sites',
  response: z.array(z.object({ siteId: id, timeZone: z.string() })),
})

export const getSite = route({
  method: 'GET',
  path: '/v2/sites/:id',
  summary: 'One site with its areas',
  permission: 'site.read',
  shows: 'sites',
  params: z.object({ id }),
  response: site,
  errors: siteErrors,
})

export const createSite = route({
  method: 'POST',
  path: '/v2/sites',
  summary: 'Create a site, with one area of the same name that is the site as a whole',
  permission: 'site.write',
  body: siteInput,
  response: site,
  errors: ['site.name-taken', 'site.zone-unknown'],
  audit: { module: 'site', event: 'create' },
  changes: ['sites'],
})

export const updateSite = route({
  method: 'PUT',
  path: '/v2/sites/:id',
  summary: 'Change a site; another time zone reaches its devices at once',
  permission: 'site.write',
  params: z.object({ id }),
  body: siteInput.extend({
    version: z.int().optional(),
    /** Another time zone although people are inside. */
    force: z.boolean().default(false),
  }),
  response: site,
  errors: ['site.not-found', 'site.name-taken', 'site.zone-unknown', 'site.zone-has-people', 'site.changed-meanwhile'],
  audit: { module: 'site', event: 'update' },
  changes: ['sites', 'devices'],
})

export const deleteSite = route({
  method: 'DELETE',
  path: '/v2/sites/:id',
  summary: 'Delete a site without doors, with its areas; the last one stays',
  permission: 'site.write',
  params: z.object({ id }),
  errors: ['site.not-found', 'site.has-doors', 'site.has-muster', 'site.last', 'area.has-people'],
  audit: { module: 'site', event: 'delete' },
  changes: ['sites'],
})

export const createArea = route({
  method: 'POST',
  path: '/v2/areas',
  summary: 'Create an area inside another',
  permission: 'site.write',
  body: z.object({ parentAreaId: id, name: requiredLine(60) }),
  response: area,
  errors: ['area.not-found', 'area.name-taken', 'area.too-deep', 'area.too-many'],
  audit: { module: 'site', event: 'create-area' },
  changes: ['sites'],
})

export const updateArea = route({
  method: 'PUT',
  path: '/v2/areas/:id',
  summary: 'Rename an area, or move it into another of its site',
  permission: 'site.write',
  params: z.object({ id }),
  /** `parentAreaId` absent: it stays where it is. */
  body: z.object({ name: requiredLine(60), parentAreaId: id.optional() }),
  response: area,
  errors: [
    'area.not-found',
    'area.name-taken',
    'area.too-deep',
    'area.cycle',
    'area.top',
    'area.other-site',
    'lockdown.holds-reader',
  ],
  audit: { module: 'site', event: 'update-area' },
  changes: ['sites'],
})

export const deleteArea = route({
  method: 'DELETE',
  path: '/v2/areas/:id',
  summary: 'Delete an area without areas inside it and without doors',
  permission: 'site.write',
  params: z.object({ id }),
  errors: ['area.not-found', 'area.top', 'area.has-areas', 'area.has-doors', 'area.has-people'],
  audit: { module: 'site', event: 'delete-area' },
  changes: ['sites'],
})

export const doorReader = z.object({
  deviceId: id,
  deviceName: z.string(),
  isOnline: z.boolean(),
  /** Of a controller with several doors; 1 for a terminal. */
  port: z.int(),
  /** Null: as the device is set. */
  direction: z.enum(readerDirections).nullable(),
  /** The direction that holds. */
  effectiveDirection: z.enum(readerDirections),
})
export type DoorReader = z.output<typeof doorReader>

export const door = z.object({
  id,
  name: z.string(),
  kind: z.enum(doorKinds),
  site: nameRef,
  /** Null: outside. */
  fromArea: nameRef.nullable(),
  toArea: nameRef.nullable(),
  /** Whether a contact tells when the leaf is open, or an arm has turned. */
  hasContact: z.boolean(),
  /** It is opened by a button with a reason only, whatever holds for the others. */
  needsReason: z.boolean(),
  readers: z.array(doorReader),
  version: z.int(),
  createdAt: instant,
})
export type Door = z.output<typeof door>

export const doorInput = z.object({
  name: requiredLine(64),
  kind: z.enum(doorKinds).default('door'),
  siteId: id,
  fromAreaId: id.nullable(),
  toAreaId: id.nullable(),
  hasContact: z.boolean().default(false),
  needsReason: z.boolean().default(false),
  /** A reader that is at another door now comes to this one. */
  readers: z
    .array(
      z.object({
        deviceId: id,
        port: z.int().min(1).max(maxPorts).default(1),
        direction: z.enum(readerDirections).nullable().default(null),
      }),
    )
    .max(maxReadersPerDoor)
    .refine((readers) => new Set(readers.map(({ deviceId, port }) => `${deviceId} ${port}`)).size === readers.length, {
      error: 'reader-twice',
    }),
})
export type DoorInput = z.output<typeof doorInput>

const doorErrors = [
  'site.not-found',
  'area.not-found',
  'device.not-found',
  'door.same-area',
  'lockdown.holds-reader',
] as const

export const listDoors = route({
  method: 'GET',
  path: '/v2/doors',
  summary: 'Doors with where they lead and their readers',
  permission: 'site.read',
  shows: 'sites',
  query: pageQuery.extend({
    keyword,
    siteId: id.optional(),
    /** Doors that lead into this area or out of it. */
    areaId: id.optional(),
    /** Doors with a reader of this device. */
    deviceId: id.optional(),
    sort: z.enum(['name', 'createdAt']).default('name'),
    order: sortOrder.default('asc'),
  }),
  response: pageOf(door),
})

export const getDoor = route({
  method: 'GET',
  path: '/v2/doors/:id',
  summary: 'One door',
  permission: 'site.read',
  shows: 'sites',
  params: z.object({ id }),
  response: door,
  errors: ['door.not-found'],
})

export const createDoor = route({
  method: 'POST',
  path: '/v2/doors',
  summary: 'Create a door between two areas of a site, or between outside and an area',
  permission: 'site.write',
  body: doorInput,
  response: door,
  errors: doorErrors,
  audit: { module: 'site', event: 'create-door' },
  changes: ['sites', 'doors'],
})

export const updateDoor = route({
  method: 'PUT',
  path: '/v2/doors/:id',
  summary: 'Change a door; a reader that it loses gets a door of its own again',
  permission: 'site.write',
  params: z.object({ id }),
  body: doorInput.extend({ version: z.int().optional() }),
  response: door,
  errors: ['door.not-found', 'door.changed-meanwhile', ...doorErrors],
  audit: { module: 'site', event: 'update-door' },
  changes: ['sites', 'doors', 'devices'],
})

export const deleteDoor = route({
  method: 'DELETE',
  path: '/v2/doors/:id',
  summary: 'Delete a door without readers',
  permission: 'site.write',
  params: z.object({ id }),
  errors: ['door.not-found', 'door.has-readers', 'door.in-interlock'],
  audit: { module: 'site', event: 'delete-door' },
  changes: ['sites', 'doors'],
})
