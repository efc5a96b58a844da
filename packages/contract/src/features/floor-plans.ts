import { z } from 'zod'
import { id, instant, requiredLine } from '../fields.ts'
import { route } from '../route.ts'

/** A plan of an architect; a photograph of one is smaller. */
export const maxPlanBytes = 20 * 1024 * 1024
export const maxPlansPerSite = 50
export const maxPlacesPerPlan = 500
/** The corners of one area on a plan. */
export const maxCorners = 60
/** The files that a browser offers for a plan; the server goes by their bytes. */
export const planFileTypes = ['image/png', 'image/jpeg', 'image/svg+xml', 'application/pdf'] as const

/** The kinds of things that have a place on a plan. */
export const placeKinds = ['door', 'area', 'muster-point'] as const
export type PlaceKind = (typeof placeKinds)[number]

/** A share of the plan's width or height, from its upper left corner. */
const share = z.number().min(0).max(1)
const point = z.object({ x: share, y: share })
export type PlanPoint = z.output<typeof point>

export const placeInput = point
  .extend({
    kind: z.enum(placeKinds),
    /** Of the door, the area or the muster point; it belongs to the site of the plan. */
    id,
    /** The outline of an area; null: only its point, where its name stands. */
    corners: z.array(point).min(3).max(maxCorners).nullable().default(null),
  })
  .refine(({ kind, corners }) => kind === 'area' || corners === null, { error: 'corners-of-area', path: ['corners'] })
export type PlaceInput = z.output<typeof placeInput>

export const planPlace = point.extend({
  kind: z.enum(placeKinds),
  id,
  name: z.string(),
  corners: z.array(point).nullable(),
})
export type PlanPlace = z.output<typeof planPlace>

const level = z.coerce.number().int().min(-99).max(999)
const description = z.object({
  name: requiredLine(60),
  /** Orders the plans of a site: 0 is the ground floor. */
  level,
})

export const floorPlan = z.object({
  id,
  siteId: id,
  name: z.string(),
  level: z.int(),
  /** Of its picture, in pixels. */
  width: z.int(),
  height: z.int(),
  /** Drawn in light lines on a dark ground. */
  isDark: z.boolean(),
  /** Another one when the picture is replaced. */
  pictureTag: z.string(),
  /** Whatever has left the site is left out. */
  places: z.array(planPlace),
  /** Grows with every change; send it back to be told when somebody else changed the plan meanwhile. */
  version: z.int(),
})
export type FloorPlan = z.output<typeof floorPlan>

const version = z.coerce.number().int().optional()
/** Of a PDF, counted from 1. */
const page = z.coerce.number().int().min(1).max(100_000).default(1)

const fileErrors = [
  'floor-plan.file-missing',
  'floor-plan.file-too-large',
  'floor-plan.unreadable',
  'floor-plan.too-many-pixels',
  'floor-plan.too-small',
  'floor-plan.too-complex',
  'floor-plan.svg-forbidden',
  'floor-plan.pdf-locked',
  'floor-plan.no-such-page',
  'server.busy',
] as const

export const listFloorPlans = route({
  method: 'GET',
  path: '/v2/sites/:id/floor-plans',
  summary: 'Floor plans of a site with the places on them, the lowest level first',
  permission: 'site.read',
  shows: 'sites',
  params: z.object({ id }),
  response: z.array(floorPlan),
  errors: ['site.not-found'],
})

export const getFloorPlanPicture = route({
  method: 'GET',
  path: '/v2/floor-plans/:id/picture',
  summary: 'The picture of a floor plan, a PNG or a JPEG; `tag` only tells a browser that it is another one',
  permission: 'site.read',
  params: z.object({ id }),
  query: z.object({ tag: z.string().max(64).optional() }),
  replyKind: 'stream',
  acceptsCookie: true,
  errors: ['floor-plan.not-found'],
})

export const floorPlanPictureAddress = ({ id: planId, pictureTag }: Pick<FloorPlan, 'id' | 'pictureTag'>) =>
  `/api/v2/floor-plans/${planId}/picture?tag=${pictureTag}`

export const previewFloorPlan = route({
  method: 'POST',
  path: '/v2/floor-plan-preview',
  summary: 'Draw a file as a floor plan (multipart field `file`) without keeping it; of a PDF, one page',
  permission: 'site.write',
  query: z.object({ page }),
  bodyKind: 'files',
  response: z.object({
    pageCount: z.int(),
    /** A small JPEG or PNG as a data address. */
    picture: z.string(),
    width: z.int(),
    height: z.int(),
  }),
  errors: fileErrors,
  audit: { module: 'site', event: 'preview-plan' },
  changes: [],
})

export const createFloorPlan = route({
  method: 'POST',
  path: '/v2/sites/:id/floor-plans',
  summary:
    'Add a floor plan: a PNG, JPEG, SVG or a page of a PDF of at most 20 MB (multipart field `file`), drawn again as a picture',
  permission: 'site.write',
  params: z.object({ id }),
  query: description.extend({ page }),
  bodyKind: 'files',
  response: floorPlan,
  errors: ['site.not-found', 'floor-plan.name-taken', 'floor-plan.too-many', ...fileErrors],
  audit: { module: 'site', event: 'create-plan' },
  changes: ['sites'],
})

const changeErrors = ['floor-plan.not-found', 'floor-plan.changed-meanwhile'] as const

export const updateFloorPlan = route({
  method: 'PUT',
  path: '/v2/floor-plans/:id',
  summary: 'Rename a floor plan or move it to another level',
  permission: 'site.write',
  params: z.object({ id }),
  body: description.extend({ version }),
  response: floorPlan,
  errors: ['floor-plan.name-taken', ...changeErrors],
  audit: { module: 'site', event: 'update-plan' },
  changes: ['sites'],
})

export const replaceFloorPlanPicture = route({
  method: 'PUT',
  path: '/v2/floor-plans/:id/picture',
  summary: 'Replace the picture of a floor plan (multipart field `file`); the places stay where they are',
  permission: 'site.write',
  params: z.object({ id }),
  query: z.object({ page, version }),
  bodyKind: 'files',
  response: floorPlan,
  errors: [...changeErrors, ...fileErrors],
  audit: { module: 'site', event: 'replace-plan-picture' },
  changes: ['sites'],
})

export const setPlanPlaces = route({
  method: 'PUT',
  path: '/v2/floor-plans/:id/places',
  summary: 'Set all places of a floor plan; whatever is not named is taken off it',
  permission: 'site.write',
  params: z.object({ id }),
  body: z.object({
    places: z
      .array(placeInput)
      .max(maxPlacesPerPlan)
      .refine((places) => new Set(places.map((place) => `${place.kind} ${place.id}`)).size === places.length, {
        error: 'place-twice',
      }),
    version,
  }),
  response: floorPlan,
  errors: [...changeErrors, 'floor-plan.place-elsewhere'],
  audit: { module: 'site', event: 'set-plan-places' },
  changes: ['sites'],
})

export const deleteFloorPlan = route({
  method: 'DELETE',
  path: '/v2/floor-plans/:id',
  summary: 'Delete a floor plan with its picture and the places on it',
  permission: 'site.write',
  params: z.object({ id }),
  errors: ['floor-plan.not-found'],
  audit: { module: 'site', event: 'delete-plan' },
  changes: ['sites'],
})

/** How a door stands, as its mark shows it: of several that hold, the first. `unknown`: no contact tells whether it is closed. */
export const doorMarks = [
  'alarm',
  'emergency-open',
  'no-reader',
  'offline',
  'locked-down',
  'held-closed',
  'held-open',
  'open',
  'closed',
  'unknown',
] as const
export type DoorMark = (typeof doorMarks)[number]

/**
 * The reasons for which a door needs somebody, the most urgent first. `offline`: none of its readers answers; `reader-offline`: another one
 * does. `left-people`: a device at it has not removed people who should be gone.
 */
export const doorNeeds = [
  'fire',
  'alarm',
  'stands-open',
  'left-open',
  'wire-lost',
  'offline',
  'reader-offline',
  'left-people',
] as const
export type DoorNeed = (typeof doorNeeds)[number]

/** The way in which a command holds a door, whatever its mark says: an alarm, say, hides it. Null: no command does, or an emergency opens it. */
export const heldDoor = z.enum(['held-open', 'held-closed']).nullable()

export const listDoorMarks = route({
  method: 'GET',
  path: '/v2/sites/:id/door-marks',
  summary: 'How each door of a site stands now, since when, and why it needs somebody',
  permission: 'site.read',
  shows: 'sites',
  params: z.object({ id }),
  response: z.array(
    z.object({
      doorId: id,
      mark: z.enum(doorMarks),
      /** Null where nothing has told. */
      since: instant.nullable(),
      held: heldDoor,
      /** An emergency or a fire opens it, also where the mark says something else. */
      isEmergency: z.boolean(),
      /** Empty: it needs nobody. */
      needs: z.array(z.enum(doorNeeds)),
    }),
  ),
  errors: ['site.not-found'],
})
