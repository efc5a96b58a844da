import { setAreaRules } from '@gatehouse/contract/features/door-rules/area-rules.ts'
import { createFloorPlan, setPlanPlaces } from '@gatehouse/contract/features/floor-plans.ts'
import { createInterlock } from '@gatehouse/contract/features/door-rules/interlocks.ts'
import { createMusterPoint, getMusterSettings, updateMusterSettings } from '@gatehouse/contract/features/muster.ts'
import { updateOpeningRule } from '@gatehouse/contract/features/doors/opening-rule.ts'
import {
  createArea,
  createSite,
  deleteDoor,
  type Door,
  getSite,
  listDoors,
  listSites,
  type Site,
  updateDoor,
  updateSite,
} from '@gatehouse/contract/features/sites.ts'
import type { Ask } from '@gatehouse/testkit/ask-server.ts'
import { idOf } from '@gatehouse/testkit/seeds/ids-by-name.ts'
import { drawPlan, type DrawnPlan, plans } from './draw-plan.ts'
import { type DoorName, lisbonZone, type PlacedDoor, yardGate } from './generate-day.ts'

type Place = { from: string | null; to: string; hasContact?: boolean; needsReason?: boolean }

/** The areas that each door leads from and to; null is outside. */
const places: Partial<Record<PlacedDoor, Place>> = {
  'Main entrance': { from: null, to: 'Riverside' },
  'Main exit': { from: null, to: 'Riverside' },
  'Car park gate': { from: null, to: 'Car park' },
  Laboratory: { from: 'Riverside', to: 'Laboratory' },
  'Server room airlock': { from: 'Riverside', to: 'Airlock' },
  'Server room': { from: 'Airlock', to: 'Server room', needsReason: true },
  'Assembly point': { from: null, to: 'Riverside' },
  Warehouse: { from: null, to: 'Harbour depot' },
  [yardGate]: { from: null, to: 'Harbour depot', hasContact: false },
  'Lisbon entrance': { from: null, to: 'Lisbon office' },
}

/** A second reader at the door of the first. */
const secondReaders = [
  ['Warehouse', 'Warehouse exit'],
  ['Lisbon entrance', 'Lisbon exit'],
] as const satisfies readonly (readonly [DoorName, DoorName])[]

/** Three sites with their areas, a mantrap before the server room, plans and muster points. The terminals have joined. */
export async function seedSites(ask: Ask): Promise<void> {
  const [first] = (await ask(listSites)).items
  if (!first) throw new Error('the company has no site')
  const named = { name: 'Riverside', address: 'Riverside 12', timeZone: null }
  const riverside = await ask(updateSite, { params: { id: first.id }, body: named })
  const depot = await ask(createSite, { body: { name: 'Harbour depot', address: 'Quay 3, hall 2', timeZone: null } })
  const lisbon = await ask(createSite, {
    body: { name: 'Lisbon office', address: 'Avenida da Liberdade 110', timeZone: lisbonZone },
  })
  const top = topOf(riverside)
  const newArea = (name: string, parentAreaId: string) => ask(createArea, { body: { name, parentAreaId } })
  const laboratory = await newArea('Laboratory', top)
  await newArea('Car park', top)
  await newArea('Airlock', top)
  await newArea('Server room', top)

  const sites = await Promise.all([riverside, depot, lisbon].map(({ id }) => ask(getSite, { params: { id } })))
  await placeDoors(ask, sites)
  const reasons = ['Delivery', 'Maintenance', 'Visitor without a pass']
  await ask(updateOpeningRule, { body: { needsReason: false, reasons } })
  await ask(setAreaRules, {
    params: { id: laboratory.id },
    body: {
      antiPassback: null,
      occupancyLimit: { max: 30, mode: 'alarm', exemptGroupIds: [], whenUnknown: 'opens' },
    },
  })
  const doors = await readDoors(ask)
  await ask(createInterlock, {
    body: {
      name: 'Mantrap of the server room',
      whenUnknown: 'refuses',
      doorIds: [idOf(doors, 'Server room airlock'), idOf(doors, 'Server room')],
    },
  })
  await seedMusterPoints(ask, sites)
  for (const plan of plans) await seedPlan(ask, sites, plan)
}

const topOf = ({ areas }: Site): string => {
  const top = areas.find(({ parentAreaId }) => parentAreaId === null)
  if (!top) throw new Error('the site has no area')
  return top.id
}

const listAllDoors = async (ask: Ask): Promise<Door[]> => (await ask(listDoors, { query: { size: 100 } })).items
const readDoors = async (ask: Ask) => new Map((await listAllDoors(ask)).map(({ name, id }) => [name, id]))
const areasOf = (sites: readonly Site[]) =>
  new Map(sites.flatMap(({ areas }) => areas.map(({ name, id }) => [name, id] as const)))

async function placeDoors(ask: Ask, sites: readonly Site[]): Promise<void> {
  const areaIds = areasOf(sites)
  const all = new Map((await listAllDoors(ask)).map((door) => [door.name, door]))
  const find = (name: string): Door => {
    const door = all.get(name)
    if (!door) throw new Error(`there is no door ${name}`)
    return door
  }
  for (const [name, { from, to, hasContact = true, needsReason = false }] of Object.entries(places)) {
    const site = sites.find(({ areas }) => areas.some((area) => area.name === to))
    if (!site) throw new Error(`there is no area ${to}`)
    const second = secondReaders.find(([door]) => door === name)?.[1]
    const readers = [find(name), ...(second === undefined ? [] : [find(second)])].flatMap((door) => door.readers)
    await ask(updateDoor, {
      params: { id: find(name).id },
      body: {
        name,
        siteId: site.id,
        fromAreaId: from === null ? null : idOf(areaIds, from),
        toAreaId: idOf(areaIds, to),
        hasContact,
        needsReason,
        readers: readers.map(({ deviceId, port, direction }) => ({ deviceId, port, direction })),
      },
    })
    if (second !== undefined) await ask(deleteDoor, { params: { id: find(second).id } })
  }
}

/** One muster point a site; the terminal at the one in Riverside marks people safe. */
async function seedMusterPoints(ask: Ask, sites: readonly Site[]): Promise<void> {
  const assembly = (await listAllDoors(ask)).find(({ name }) => name === 'Assembly point')
  const deviceIds = assembly?.readers.map(({ deviceId }) => deviceId) ?? []
  const names = new Map([
    ['Riverside', 'Lawn by the river'],
    ['Harbour depot', 'Quay, crane 1'],
    ['Lisbon office', 'Square before the entrance'],
  ])
  for (const { id: siteId, name } of sites) {
    const point = { siteId, name: names.get(name) ?? name, areaIds: [] }
    await ask(createMusterPoint, { body: { ...point, deviceIds: name === 'Riverside' ? deviceIds : [] } })
    const settings = await ask(getMusterSettings, { params: { id: siteId } })
    const paperMails = settings.paperMails ?? []
    await ask(updateMusterSettings, { params: { id: siteId }, body: { ...settings, paperMails, startsByFire: true } })
  }
}

async function seedPlan(ask: Ask, sites: readonly Site[], plan: DrawnPlan): Promise<void> {
  const site = sites.find(({ name }) => name === plan.site)
  if (!site) throw new Error(`there is no site ${plan.site}`)
  const [doorIds, areaIds] = [await readDoors(ask), areasOf(sites)]
  const { id } = await ask(createFloorPlan, {
    params: { id: site.id },
    query: { name: plan.name, level: plan.level },
    body: { files: [{ name: 'plan.svg', content: new TextEncoder().encode(drawPlan(plan)) }] },
  })
  await ask(setPlanPlaces, {
    params: { id },
    body: {
      places: [
        ...plan.doors.map(({ name, x, y }) => ({ kind: 'door' as const, id: idOf(doorIds, name), x, y })),
        ...plan.rooms.flatMap(({ area, x, y, width, height }) =>
          area === undefined
            ? []
            : [
                {
                  kind: 'area' as const,
                  id: idOf(areaIds, area),
                  x: x + width / 2,
                  y: y + height / 2,
                  corners: [
                    { x, y },
                    { x: x + width, y },
                    { x: x + width, y: y + height },
                    { x, y: y + height },
                  ],
                },
              ],
        ),
      ],
    },
  })
}
