import { type PageName, pages } from '@gatehouse/contract/navigation.ts'
import { can, type Permission, type Role, roles } from '@gatehouse/contract/permissions.ts'
import { cleanup, waitFor } from '@testing-library/react'
import { afterEach, beforeAll, expect, it } from 'vitest'
import { answerCalls } from '../../test/answer-calls.ts'
import { renderRoutes } from '../../test/render-routes.tsx'
import { sessionUserOf } from '../../test/session-users.ts'
import { changeLanguage, loadTexts, startI18n } from '../i18n/i18n.ts'
import { setUser } from '../lib/session.ts'
import { pageSources } from './features.ts'

/*
 * A page on which nothing is yet offers what makes the first one, and offers it to those alone who may do it: as a button, and in its words.
 * Every offer and every sentence of an empty page stands here with the permission that it needs; null: everybody reads it who opens the page,
 * and `without`: those read it who lack the permission.
 */
type Condition = Permission | { without: Permission }
/** Several: all of them. */
type Offer = Condition | readonly Condition[] | null
const list = { Refresh: null, 'Columns and row height': null } as const
const sentences = {
  site: 'Add a site for each building. Its areas and doors tell where people are, and its devices follow its time zone.',
  siteSeen: 'An administrator can add a site for each building, with its areas and doors.',
  door: 'Each new device brings a door of its own into the first site. Edit that door to move it here, or add a door and choose its devices.',
  doorSeen: 'Each new device brings a door of its own into the first site. An administrator can move doors here.',
  interlocks: 'Of the doors of an interlock at most one is open at a time, as in an entrance with two doors.',
  plan: 'Add a picture of each floor and put the doors where they are. Then you see at a glance which door stands open.',
  planSeen: 'An administrator can add a picture of each floor with its doors.',
  point: 'Without them everybody is on one list. Add a point for each place where people gather.',
  pointSeen: 'Everybody is on one list. An administrator can add a point for each place where people gather.',
  inside:
    'People appear here when they pass a door that leads into an area, and leave by a door that leads out. For this the doors must say where they lead.',
  drill: 'Hold a drill to see how long it takes until everybody is safe. The report of each muster stays here.',
  lockdown: 'A lockdown closes the doors of a place but for its exempt groups. People can always leave.',
} as const

const offers = {
  sites: {
    ...list,
    Export: null,
    'Add site': 'site.write',
    [sentences.site]: 'site.write',
    [sentences.siteSeen]: { without: 'site.write' },
  },
  siteDetail: {
    ...list,
    Export: null,
    'Muster points': null,
    'More actions': 'site.write',
    Edit: 'site.write',
    'End of the day': 'site.write',
    'Add door': 'site.write',
    'Add area': 'site.write',
    'Add interlock': 'site.write',
    'Change: Rules of Works': 'site.write',
    [sentences.interlocks]: null,
    'No interlock here yet.': null,
    [sentences.door]: 'site.write',
    [sentences.doorSeen]: { without: 'site.write' },
  },
  doorDetail: {
    'All doors of Works': null,
    Edit: 'site.write',
    'Open Side door, Hold to open': 'site.write',
    'Hold open: Side door': 'site.write',
    'Hold closed: Side door': 'site.write',
    'Change: Unlocked hours': ['site.write', 'timetable.read'],
    'Your role does not see timetables, so it cannot change this rule.': ['site.write', { without: 'timetable.read' }],
    'Change: Escort': 'site.write',
    'Change: Several people': 'site.write',
    'Change: First person in': 'site.write',
    'The door is never unlocked by the clock.': null,
    'Visitors pass on their own.': null,
    'One person is enough.': null,
    'Nobody has to come in first.': null,
    'No rule of an area and no interlock holds at this door.': null,
  },
  sitePlans: {
    'Back to the site': 'site.write',
    'Add floor plan': 'site.write',
    [sentences.plan]: 'site.write',
    [sentences.planSeen]: { without: 'site.write' },
  },
  siteMuster: {
    'Add muster point': 'site.write',
    'Change settings': 'site.write',
    'Make one now': 'muster.manage',
    [sentences.point]: 'site.write',
    [sentences.pointSeen]: { without: 'site.write' },
  },
  inside: {
    'All sites 0': null,
    'Lobby displays': 'inside.displays',
    Filters: 'inside.read',
    Refresh: 'inside.read',
    'Columns and row height': 'inside.read',
    Export: 'inside.read',
    [sentences.inside]: 'inside.read',
    'Set where doors lead': ['inside.read', 'site.write'],
    'Your role sees how many people are inside, and not who they are.': { without: 'inside.read' },
  },
  muster: {
    ...list,
    Export: null,
    'No sites yet. Add one under “Sites and doors” first.': ['muster.manage', 'site.write'],
    'No sites yet. An administrator has to add one first.': ['muster.manage', { without: 'site.write' }],
    [sentences.drill]: 'muster.manage',
    'The report of each muster stays here.': { without: 'muster.manage' },
  },
  lockdowns: { ...list, 'Lock down or open …': 'lockdown.write', [sentences.lockdown]: null },
} satisfies Partial<Record<PageName, Record<string, Offer>>>
type Visited = keyof typeof offers

const holds = (role: Role, condition: Condition) =>
  typeof condition === 'string' ? can(role, condition) : !can(role, condition.without)
const has = (role: Role, offer: Offer) => [offer ?? []].flat().every((condition) => holds(role, condition))

/** The offers of a page for a role, sorted. */
const offersTo = (role: Role, name: Visited) =>
  Object.entries<Offer>(offers[name])
    .filter(([, offer]) => has(role, offer))
    .map(([words]) => words)
    .toSorted()

const id = '0199aaaa-0000-7000-8000-000000000001'
const site = {
  id,
  name: 'Works',
  address: null,
  timeZone: null,
  areaCount: 1,
  doorCount: 0,
  deviceCount: 0,
  createdAt: '2026-11-01T08:00:00Z',
  areas: [{ id, siteId: id, parentAreaId: null, name: 'Works', doorCount: 0 }],
  version: 1,
}
const door = {
  id,
  name: 'Side door',
  site: { id, name: 'Works' },
  fromArea: null,
  toArea: { id, name: 'Works' },
  kind: 'door',
  hasContact: false,
  needsReason: false,
  readers: [],
  createdAt: '2026-11-01T08:00:00Z',
  version: 1,
}
const nothing = { items: [], total: 0, next: null }
const answers = {
  'GET /api/v2/sites': nothing,
  'GET /api/v2/site-names': [],
  'GET /api/v2/views': [],
  [`GET /api/v2/sites/${id}`]: site,
  'GET /api/v2/doors': nothing,
  'GET /api/v2/interlocks': [],
  [`GET /api/v2/areas/${id}/rules`]: { antiPassback: null, occupancyLimit: null, warnings: [], unableDevices: [] },
  [`GET /api/v2/sites/${id}/floor-plans`]: [],
  'GET /api/v2/muster-points': [],
  [`GET /api/v2/sites/${id}/muster-settings`]: {
    startsByFire: false,
    addsLatecomers: true,
    paperMinutes: null,
    paperMails: [],
    language: 'en',
  },
  [`GET /api/v2/sites/${id}/paper-list`]: { madeAt: null, people: 0, mailedTo: 0, nextAt: null, canMail: true },
  [`GET /api/v2/doors/${id}`]: door,
  [`GET /api/v2/doors/${id}/rules`]: { freeHours: null, escort: null, severalPeople: null, firstPersonIn: null },
  [`GET /api/v2/doors/${id}/rules-around`]: { entry: [], exit: [], interlocks: [], unheldRules: [], unableDevices: [] },
  'GET /api/v2/opening-rule': { needsReason: false, reasons: [], doorIds: [], deviceIds: [] },
  'GET /api/v2/inside/places': { sites: [], areas: [], siteId: null },
  'GET /api/v2/inside/counts': { areas: [], people: 0, visitors: 0 },
  'GET /api/v2/inside': nothing,
  'GET /api/v2/musters': nothing,
  'GET /api/v2/lockdowns': nothing,
  'GET /api/v2/lockdown-rules': { needsTwoPeople: false },
  'GET /api/v2/device-clocks': [],
  'GET /api/v2/site-clocks': [],
}

const addresses = {
  sites: '',
  siteDetail: `?id=${id}`,
  doorDetail: `?id=${id}&tab=rules`,
  sitePlans: `?id=${id}`,
  siteMuster: `?id=${id}`,
  inside: '',
  muster: '',
  lockdowns: '',
} satisfies Record<Visited, string>
// oxlint-disable-next-line typescript/no-unsafe-type-assertion -- the keys of a constant are its keys
const names = Object.keys(offers) as Visited[]
/** Of roles that are offered the same on a page, the first visits it. */
const visits = names.flatMap((name) =>
  [
    ...Map.groupBy(
      roles.filter((role) => can(role, pages[name].permission)),
      (role) => offersTo(role, name).join('\n'),
    ).values(),
  ].flatMap(([role]) => (role ? [{ name, role }] : [])),
)

beforeAll(async () => {
  await startI18n()
  await changeLanguage('en')
})
afterEach(cleanup)

/** The buttons, links and sentences of a page, each once. */
function offered(): string[] {
  const shown = document.querySelectorAll(
    'main :is(button:not([role="switch"], [role="tab"]), a, .empty-state-text, .muster-quiet, .rule-quiet, .inside-note)',
  )
  const words = [...shown].map((element) => element.getAttribute('aria-label') ?? element.textContent?.trim())
  return [...new Set(words)].filter((one) => one !== '').toSorted()
}

it.each(visits)('the page $name offers a $role what they may do, and nothing else', async ({ name, role }) => {
  setUser(sessionUserOf(role))
  answerCalls(answers)
  const { load, texts } = pageSources[name]
  const [{ Component, children }] = await Promise.all([load(), texts && loadTexts(texts)])
  const { path } = pages[name]
  const element = (
    <main>
      <Component />
    </main>
  )
  renderRoutes([{ path, element, children: children ?? [] }], `${path}${addresses[name]}`)
  await waitFor(() => expect(offered()).toEqual(offersTo(role, name)), { timeout: 5_000 })
})
