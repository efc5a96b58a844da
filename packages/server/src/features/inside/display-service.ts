import { AppError } from '@gatehouse/contract/errors.ts'
import {
  type createInsideDisplay as createRoute,
  type DisplayedInside,
  type InsideDisplay,
  maxDisplayNames,
  maxDisplays,
} from '@gatehouse/contract/features/inside/displays.ts'
import type { InsideFigures, PlacesInside } from '@gatehouse/contract/features/inside.ts'
import type { Body } from '@gatehouse/contract/route.ts'
import { readCompany } from '../../company/company-reads.ts'
import { type Ctx, hint, personOfActor } from '../../ctx.ts'
import { noteEnding } from '../../db/ending-store.ts'
import { hashLinkToken, makeLinkToken } from '../../lib/link-token.ts'
import {
  deleteDisplayRow,
  findDisplayByToken,
  insertDisplay,
  noteDisplaySeen,
  selectDisplays,
} from './display-store.ts'
import { readLatestNames, readPlaces, readSiteNames } from './inside-reads.ts'

export async function listDisplays(ctx: Ctx): Promise<InsideDisplay[]> {
  const rows = await selectDisplays(ctx.db)
  const names = new Map(
    (
      await readSiteNames(
        ctx.db,
        rows.flatMap(({ site_ids }) => site_ids),
      )
    ).map(({ id, name }) => [id, name]),
  )
  return rows.map((row) => ({
    id: row.id,
    name: row.name,
    sites: row.site_ids.flatMap((id) => {
      const name = names.get(id)
      return name === undefined ? [] : [{ id, name }]
    }),
    showsAreas: row.shows_areas,
    showsNames: row.shows_names,
    createdBy: row.created_by,
    createdAt: row.created_at,
    lastSeenAt: row.last_seen_at,
  }))
}

/** @throws AppError inside.display-name-taken, inside.too-many-displays, site.not-found */
export async function createDisplay(ctx: Ctx, input: Body<typeof createRoute>) {
  ctx.audit.item = input.name
  const siteIds = [...new Set(input.siteIds)]
  if ((await readSiteNames(ctx.db, siteIds)).length < siteIds.length) throw new AppError('site.not-found')
  if ((await selectDisplays(ctx.db)).length >= maxDisplays)
    throw new AppError('inside.too-many-displays', { max: maxDisplays })
  const { token, hash } = makeLinkToken()
  const { id } = await insertDisplay(ctx.db, {
    name: input.name,
    token_hash: hash,
    site_ids: siteIds,
    shows_areas: input.showsAreas,
    shows_names: input.showsNames,
    created_by: personOfActor(ctx),
    created_at: ctx.clock.now().toString(),
  })
  await hint(ctx, { to: 'consoles', topic: 'inside' })
  const display = (await listDisplays(ctx)).find((one) => one.id === id)
  if (!display) throw new Error('a display was not kept')
  return { display, url: `${ctx.publicUrl}/m/display#${token}` }
}

/** @throws AppError inside.display-not-found */
export async function removeDisplay(ctx: Ctx, id: string): Promise<void> {
  const display = await deleteDisplayRow(ctx.db, id)
  if (!display) throw new AppError('inside.display-not-found')
  ctx.audit.item = display.name
  await noteEnding(ctx, 'link', 'display')
  await hint(ctx, { to: 'consoles', topic: 'inside' })
}

type DisplayedArea = DisplayedInside['sites'][number]['areas'][number]

const seenAgainSeconds = 60

/** Gives what the screen of this link shows. @throws AppError inside.display-over */
export async function readDisplayed(ctx: Ctx, token: string): Promise<DisplayedInside> {
  const display = await findDisplayByToken(ctx.db, hashLinkToken(token))
  if (!display) throw new AppError('inside.display-over')
  const now = ctx.clock.now()
  const { last_seen_at } = display
  const isDue = last_seen_at === null || now.since(last_seen_at).total('seconds') > seenAgainSeconds
  if (isDue) await noteDisplaySeen(ctx.db, display.id, now.toString())
  const { name: enterprise, timeZone } = await readCompany(ctx.db)
  const { sites } = await readPlaces(ctx.db, undefined, true)
  const shown = sites.filter(({ id }) => display.site_ids.length === 0 || display.site_ids.includes(id))
  const named: DisplayedInside['sites'] = []
  for (const { id, name, people } of shown) {
    const areas = display.shows_areas ? partsOf((await readPlaces(ctx.db, id, true)).areas) : []
    named.push({ id, name, people, areas })
  }
  return {
    name: display.name,
    enterprise,
    timeZone,
    at: now.round('millisecond').toString(),
    people: shown.reduce((sum, { people }) => sum + people, 0),
    sites: named,
    names: display.shows_names
      ? await readLatestNames(
          ctx.db,
          shown.map(({ id }) => id),
          maxDisplayNames,
        )
      : null,
  }
}

/** The areas below a site, each with all who are inside it; further in only those with people. */
function partsOf(areas: PlacesInside['areas']) {
  const below = (id: string | undefined) => areas.filter(({ parentAreaId }) => parentAreaId === id)
  const peopleIn = (area: { id: string } & InsideFigures): number =>
    area.people + below(area.id).reduce((sum, child) => sum + peopleIn(child), 0)
  const partsIn = (id: string | undefined, depth: number): DisplayedArea[] =>
    below(id).flatMap((area) => {
      const people = peopleIn(area)
      if (people === 0 && depth > 0) return []
      return [{ id: area.id, name: area.name, people, depth }, ...partsIn(area.id, depth + 1)]
    })
  const top = areas.find(({ parentAreaId }) => parentAreaId === null)
  return top ? partsIn(top.id, 0) : []
}
