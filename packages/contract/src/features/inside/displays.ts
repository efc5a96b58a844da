import { z } from 'zod'
import { id, instant, requiredLine } from '../../fields.ts'
import { route } from '../../route.ts'

/** The number of displays of an enterprise. */
export const maxDisplays = 50
/** The number of sites that one display shows. */
export const maxDisplaySites = 50
/** The names that a display with names has at a time. */
export const maxDisplayNames = 12

/** A screen in a lobby that shows how many people are inside, without anybody signed in. */
export const insideDisplay = z.object({
  id,
  name: z.string(),
  /** Empty: all sites. */
  sites: z.array(z.object({ id, name: z.string() })),
  showsAreas: z.boolean(),
  /** The names of the latest who came in; only where an administrator wants it. */
  showsNames: z.boolean(),
  createdBy: z.string(),
  createdAt: instant,
  /** About when it last asked; null: never. */
  lastSeenAt: instant.nullable(),
})
export type InsideDisplay = z.output<typeof insideDisplay>

export const listInsideDisplays = route({
  method: 'GET',
  path: '/v2/inside/displays',
  summary: 'Lobby displays, by name',
  permission: 'inside.displays',
  shows: 'inside',
  response: z.array(insideDisplay),
})

export const createInsideDisplay = route({
  method: 'POST',
  path: '/v2/inside/displays',
  summary: 'Create a lobby display; its link is only in this answer',
  permission: 'inside.displays',
  body: z.object({
    name: requiredLine(64),
    siteIds: z.array(id).max(maxDisplaySites),
    showsAreas: z.boolean(),
    showsNames: z.boolean().default(false),
  }),
  response: z.object({ display: insideDisplay, url: z.string() }),
  errors: ['inside.display-name-taken', 'inside.too-many-displays', 'site.not-found'],
  audit: { module: 'inside', event: 'create-display' },
  changes: ['inside'],
})

export const deleteInsideDisplay = route({
  method: 'DELETE',
  path: '/v2/inside/displays/:id',
  summary: 'Delete a lobby display: its link ends at once',
  permission: 'inside.displays',
  params: z.object({ id }),
  errors: ['inside.display-not-found'],
  audit: { module: 'inside', event: 'delete-display' },
  changes: ['inside'],
})

/** Everything that a display shows: no person, but names where an administrator wants them. */
export const displayedInside = z.object({
  name: z.string(),
  enterprise: z.string(),
  timeZone: z.string(),
  at: instant,
  people: z.int(),
  sites: z.array(
    z.object({
      id,
      name: z.string(),
      people: z.int(),
      /**
       * The areas right below the site, and further in those with people, each after the one around it and with all who are inside it;
       * empty where the display shows none.
       */
      areas: z.array(z.object({ id, name: z.string(), people: z.int(), depth: z.int().min(0) })),
    }),
  ),
  /** The latest who came in; null where no names are shown. */
  names: z.array(z.string()).nullable(),
})
export type DisplayedInside = z.output<typeof displayedInside>

/** The token stands in the fragment of the link and in this body, so that no log of addresses has it. It reads, and leaves no line. */
export const readInsideDisplay = route({
  method: 'POST',
  prefix: '/public',
  path: '/v1/inside-display',
  summary: 'How many people are inside, for the holder of the link of a lobby display',
  permission: 'public',
  body: z.object({ token: z.string().regex(/^[\w-]{43}$/, { error: 'token' }) }),
  response: displayedInside,
  errors: ['inside.display-over'],
  audit: 'self',
  changes: [],
  worksOnFullDisk: true,
})
