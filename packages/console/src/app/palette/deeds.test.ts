import type { LiveDoor } from '@gatehouse/contract/features/live/board.ts'
import { roles, type Role } from '@gatehouse/contract/permissions.ts'
import { afterEach, beforeAll, beforeEach, expect, it, vi } from 'vitest'
import { sessionUserOf } from '../../../test/session-users.ts'
import { paletteTexts } from '../../i18n/common-texts.ts'
import { changeLanguage, currentText, loadTexts, startI18n } from '../../i18n/i18n.ts'
import { setUser } from '../../lib/session.ts'
import { lacksOf } from '../../parts/device/command-lacks.ts'
import { doorDeeds } from './door-options.ts'
import { lockdownDeeds } from './lockdown-options.ts'
import type { FoundPerson, Option } from './option.ts'
import { wallNow } from './palette-moment.ts'
import { personDeeds, visitorDeeds } from './person-options.ts'
import { questionOf } from './record-options.ts'
import { readSaid } from './words/read-said.ts'

/** A Friday, 17:12 in Shanghai. */
const now = '2026-11-27T09:12:00Z'

beforeAll(async () => {
  await startI18n()
  await changeLanguage('en')
  await loadTexts(paletteTexts)
})
beforeEach(() => {
  vi.useFakeTimers({ now: Date.parse(now), toFake: ['Date'] })
  setUser(sessionUserOf('superAdmin'))
})
afterEach(() => {
  vi.useRealTimers()
})

const nothing = (ids: readonly string[]) => lacksOf([], ids)

const doorOf = (name: string, change: Partial<LiveDoor> = {}): LiveDoor => ({
  id: `door-${name}`,
  name,
  kind: 'door',
  site: { id: 'site-1', name: 'Works' },
  fromArea: null,
  toArea: { id: 'area-1', name: 'Lobby' },
  places: [],
  mark: 'closed',
  since: null,
  held: null,
  needs: [],
  alarm: null,
  deviceIds: [`device-${name}`],
  ...change,
})
const doors = [
  doorOf('Main entrance'),
  doorOf('Side door', { mark: 'held-open', held: 'held-open' }),
  doorOf('Server room', { mark: 'offline' }),
]
const quinn: FoundPerson = {
  kind: 'staff',
  id: 'quinn',
  name: 'Quinn Harper',
  hint: 'Facilities',
  portraitId: null,
  suspension: null,
}
const ada: FoundPerson = {
  ...quinn,
  kind: 'visitor',
  id: 'ada',
  name: 'Ada Whitlock',
  visit: { validFromAt: '2026-11-01T00:00:00Z', validToAt: '2026-11-02T00:00:00Z', hostId: 'felix' },
}
const mallory: FoundPerson = { ...quinn, kind: 'blacklisted', id: 'mallory', name: 'Mallory Gray' }

const said = (text: string) => readSaid(text, wallNow())
const first = (text: string) => said(text)[0] ?? expect.fail(`${text} says nothing`)
const textOf = ({ text, act }: Option) => (act.kind === 'do' && act.isOff ? `(${text})` : text)
const deedOf = (option: Option | undefined) => (option?.act.kind === 'do' ? option.act.deed : undefined)

it('"open main en" is the door of that name, and then to hold it open; its name is completed', () => {
  const options = doorDeeds(said('open main en'), 'open main en', { doors, lacksOf: nothing }, currentText())
  expect(options.map(textOf)).toEqual(['Open Main entrance', 'Hold Main entrance open'])
  expect(options[0]?.sentence).toBe('open Main entrance')
  expect(deedOf(options[0])).toMatchObject({ kind: 'door', command: 'open-once' })
})

it('a door whose device is offline cannot be opened now, and says so', () => {
  const [option] = doorDeeds(said('open server'), 'open server', { doors, lacksOf: nothing }, currentText())
  expect(option && textOf(option)).toBe('(Open Server room)')
  expect(option?.effect).toBe('No device of this door can be reached.')
})

it('an unfinished "hold side" offers both ways to hold the door', () => {
  const options = doorDeeds(said('hold side'), 'hold side', { doors, lacksOf: nothing }, currentText())
  expect(options.map(textOf)).toEqual(['Hold Side door open', 'Hold Side door closed'])
})

it('"suspend quinn until monday" admits her again as Monday begins, by the clock of the enterprise', () => {
  const [option] = personDeeds(
    first('suspend quinn until monday'),
    'suspend quinn until monday',
    [quinn],
    'superAdmin',
    currentText(),
  )
  expect(option?.text).toBe('Suspend Quinn Harper until Monday, 2026-11-30')
  expect(option?.sentence).toBe('suspend Quinn Harper until monday')
  expect(deedOf(option)).toMatchObject({ fromAt: undefined, toAt: '2026-11-29T16:00:00.000Z' })
})

it.each([
  ['suspend quinn', { fromAt: undefined, toAt: null }],
  ['suspend quinn today', { fromAt: undefined, toAt: '2026-11-27T16:00:00.000Z' }],
  ['suspend quinn tomorrow', { fromAt: '2026-11-27T16:00:00.000Z', toAt: '2026-11-28T16:00:00.000Z' }],
  ['暂停 quinn 到周一', { fromAt: undefined, toAt: '2026-11-29T16:00:00.000Z' }],
])('%s', (text, period) => {
  expect(deedOf(personDeeds(first(text), text, [quinn], 'superAdmin', currentText())[0])).toMatchObject(period)
})

it('a time that is over suspends nobody', () => {
  const [option] = personDeeds(first('suspend quinn yesterday'), '', [quinn], 'superAdmin', currentText())
  expect(option?.act).toMatchObject({ isOff: true })
  expect(option?.effect).toBe('That time is over.')
})

const suspenders: readonly Role[] = ['superAdmin', 'mainAdmin', 'visitorAdmin']
it.each(roles)('only roles that may suspend are offered it, and nobody for the blacklist: %s', (role) => {
  const options = personDeeds(first('suspend a'), 'suspend a', [ada, mallory], role, currentText())
  expect(options.map(textOf)).toEqual(suspenders.includes(role) ? ['Suspend Ada Whitlock'] : [])
})

it('a visitor is new, or one of that name comes again with the host of before', () => {
  const text = 'visitor ada tomorrow'
  const options = visitorDeeds(first(text), text, [ada], { found: [], isKnown: true }, currentText())
  expect(options.map(({ key }) => key)).toEqual(['visitor-new', 'again-ada'])
  const period = { validFromAt: '2026-11-27T16:00:00.000Z', validToAt: '2026-11-28T16:00:00.000Z' }
  expect(deedOf(options[0])).toEqual({ kind: 'visitor', name: 'ada', hostId: null, ...period })
  expect(deedOf(options[1])).toMatchObject({ hostId: 'felix', ...period })
})

it('"today" late in the evening is no visit of half an hour, and "until" is taken at its word', () => {
  // 23:31 in Shanghai
  vi.setSystemTime(Date.parse('2026-11-27T15:31:20Z'))
  const periodOf = (text: string) => {
    const [option] = visitorDeeds(first(text), text, [], { found: [], isKnown: true }, currentText())
    return deedOf(option)
  }
  expect(periodOf('visitor ada today')).toMatchObject({
    validFromAt: '2026-11-27T15:31:00.000Z',
    validToAt: '2026-11-27T17:31:00.000Z',
  })
  expect(periodOf('visitor ada')).toMatchObject({ validToAt: '2026-11-27T17:31:00.000Z' })
  expect(periodOf('visitor ada until 23:45')).toMatchObject({ validToAt: '2026-11-27T15:45:00.000Z' })
  expect(periodOf('visitor ada tomorrow')).toMatchObject({ validFromAt: '2026-11-27T16:00:00.000Z' })
})

it('"until friday" has the Friday in it for a visitor', () => {
  const text = 'visitor ada until friday'
  const [option] = visitorDeeds(first(text), text, [], { found: [], isKnown: true }, currentText())
  expect(deedOf(option)).toMatchObject({
    validFromAt: '2026-11-27T09:12:00.000Z',
    validToAt: '2026-12-04T16:00:00.000Z',
  })
})

it('a host is named in the preview; one whom nobody knows stops the action', () => {
  const text = 'visitor ada today host felix'
  const known = { found: [{ id: 'felix', name: 'Felix Moreau', department: null }], isKnown: true }
  const [option] = visitorDeeds(first(text), text, [], known, currentText())
  expect(option?.effect).toContain('Felix Moreau receives them.')
  const [other] = visitorDeeds(first(text), text, [], { found: [], isKnown: true }, currentText())
  expect(other?.act).toMatchObject({ isOff: true })
  expect(other?.effect).toBe('Nobody here is called felix.')
})

it('"lock down" means everything or one of the places; a name means its place', () => {
  const house = { sites: [{ id: 'site-1', name: 'Works' }], doors }
  const scopes = (text: string) => lockdownDeeds(first(text), house, currentText()).map((option) => deedOf(option))
  expect(scopes('lock down')).toMatchObject([
    { lockdown: 'lockdown', scope: { kind: 'everything' } },
    { scope: { kind: 'site', id: 'site-1' } },
    { scope: { kind: 'area', id: 'area-1' } },
  ])
  expect(scopes('封锁 Lobby')).toMatchObject([{ scope: { kind: 'area', id: 'area-1' } }])
  expect(scopes('emergency open')[0]).toMatchObject({ lockdown: 'emergency-open', scope: { kind: 'everything' } })
})

it.each([
  [
    'why was quinn refused at main entrance yesterday',
    { keyword: 'quinn', doorId: 'door-Main entrance', opened: false },
  ],
  ['quinn main entrance yesterday', { keyword: 'quinn', doorId: 'door-Main entrance', opened: undefined }],
  ['为什么quinn昨天在Main entrance被拒', { keyword: 'quinn', doorId: 'door-Main entrance', opened: false }],
])('%s: those records of that day', (text, question) => {
  const why = said(text).find(({ verb }) => verb === 'why')
  expect(questionOf(text, why, doors)).toEqual({
    ...question,
    from: '2026-11-25T16:00:00.000Z',
    to: '2026-11-26T16:00:00.000Z',
  })
})

it('"refused" and "stranger" narrow the records, wherever they stand', () => {
  expect(questionOf('refused main entrance', undefined, doors)).toMatchObject({
    keyword: '',
    doorId: 'door-Main entrance',
    opened: false,
  })
  const why = said('why was a stranger refused')[0]
  expect(questionOf('why was a stranger refused', why, doors)).toMatchObject({
    keyword: '',
    kind: 'stranger',
    opened: false,
  })
})

it('a name alone asks for its records of any time', () => {
  expect(questionOf('quinn', undefined, doors)).toEqual({ keyword: 'quinn', doorId: undefined })
})
