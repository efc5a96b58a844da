import { z } from 'zod'
import { id, requiredLine } from '../../fields.ts'
import { pageNames, pages, type PageName } from '../../navigation.ts'
import { can, type Role } from '../../permissions.ts'
import { route } from '../../route.ts'

/** How many views an account keeps, how many of a list are shared, and how long a view's query is. */
export const maxOwnViews = 50
export const maxSharedViews = 20
export const maxViewQuery = 1_000

/** A filtered and ordered list that somebody keeps by name: the list's page and the query of its address. */
export const savedView = z.object({
  id,
  page: z.enum(pageNames),
  name: z.string(),
  query: z.string(),
  isShared: z.boolean(),
  /** The name of its owner; null: the asking account's own. */
  owner: z.string().nullable(),
})
export type SavedView = z.output<typeof savedView>

/** The query of an address, as the console writes it: no other address, no line breaks. */
const query = z
  .string()
  .max(maxViewQuery)
  .regex(/^[\w\-.~%!$'()*+,;:@/?=&]*$/)

const viewInput = z.object({
  page: z.enum(pageNames),
  name: requiredLine(40),
  query,
  isShared: z.boolean().default(false),
})

/** The pages whose views a role may have: those it may open. */
export const pagesWithViews = (role: Role): PageName[] => pageNames.filter((name) => can(role, pages[name].permission))

export const listSavedViews = route({
  method: 'GET',
  path: '/v2/views',
  summary: 'The own saved views of lists and those that others share, by name',
  permission: 'view.read',
  shows: 'views',
  response: z.array(savedView),
})

export const createSavedView = route({
  method: 'POST',
  path: '/v2/views',
  summary: 'Keep a filtered list by name, for oneself or for everybody who may open the page',
  permission: 'view.read',
  body: viewInput,
  response: savedView,
  errors: ['view.name-taken', 'view.too-many', 'view.too-many-shared', 'view.not-your-page', 'view.sharing-denied'],
  audit: { module: 'view', event: 'create' },
  changes: ['views'],
})

export const updateSavedView = route({
  method: 'PATCH',
  path: '/v2/views/:id',
  summary: 'Rename an own view, replace its query, share it or keep it to oneself again',
  permission: 'view.read',
  params: z.object({ id }),
  body: viewInput.omit({ page: true }).extend({ isShared: z.boolean() }).partial(),
  response: savedView,
  errors: ['view.not-found', 'view.name-taken', 'view.too-many-shared', 'view.sharing-denied'],
  audit: { module: 'view', event: 'update' },
  changes: ['views'],
})

export const deleteSavedView = route({
  method: 'DELETE',
  path: '/v2/views/:id',
  summary: 'Delete an own view, or, with the right to share, one that another account shares',
  permission: 'view.read',
  params: z.object({ id }),
  errors: ['view.not-found'],
  audit: { module: 'view', event: 'delete' },
  changes: ['views'],
})
