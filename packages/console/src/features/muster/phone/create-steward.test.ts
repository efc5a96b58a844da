import { beforeEach, expect, it } from 'vitest'
import { answerCalls, refusal, sentJson, type SeenCall } from '../../../../test/answer-calls.ts'
import { createSteward, type StewardView } from './create-steward.ts'
import { createStewardStorage, type StewardList, type StewardPerson, wipeOldLists } from './steward-storage.ts'

const anna = '0198a000-0000-7000-8000-00000000000a'
const bert = '0198a000-0000-7000-8000-00000000000b'

const personOf = (id: string, name: string): StewardPerson => ({
  id,
  name,
  hasFace: false,
  host: null,
  area: 'Hall',
  door: 'Main entrance',
  since: '2026-11-24T08:00:00Z',
  doubts: [],
  pointId: null,
  isLatecomer: false,
  state: 'missing',
  markedAt: null,
})
const listOf = (...people: StewardPerson[]): StewardList => ({
  site: 'Riverside',
  timeZone: 'Europe/Oslo',
  isDrill: false,
  startedAt: '2026-11-24T09:00:00Z',
  steward: 'Ingrid',
  pointId: null,
  points: [],
  counts: { people: people.length, missing: people.length, safe: 0, notOnSite: 0 },
  people,
  revision: 1,
  serverTime: '2026-11-24T09:01:00Z',
})

const listPath = 'GET /public/v1/steward/list'
const marksPath = 'POST /public/v1/steward/marks'
type Sent = { marks: { id: string; personId: string; state: string; at: string }[] }
// oxlint-disable-next-line typescript/no-unsafe-type-assertion -- the page sent it, by the schema of the route
const marksOf = (call: SeenCall | undefined) => (sentJson(call) as Sent).marks
const answerMarks = (outcome: string) => (call: SeenCall) => ({
  marks: marksOf(call).map(({ id }) => ({ id, outcome })),
})
const noNetwork = () => new TypeError('Failed to fetch')

beforeEach(() => localStorage.clear())

const open = () => createSteward('token-of-ingrid', createStewardStorage('token-of-ingrid', localStorage))

function shown(view: StewardView) {
  if (view.state !== 'shown') throw new Error(`The list is ${view.state}`)
  return view
}
const statesOf = (view: StewardView) => shown(view).people.map(({ state }) => state)

it('A list comes with the token in a header, and the token is nowhere in the address or on the phone', async () => {
  const seen = answerCalls({ [listPath]: listOf(personOf(anna, 'Anna')) })
  const steward = open()
  await steward.sync()
  expect(shown(steward.view()).isConnected).toBe(true)
  expect(seen[0]?.headers.get('steward-token')).toBe('token-of-ingrid')
  expect(seen[0]?.url.href).not.toContain('token-of-ingrid')
  expect(JSON.stringify({ ...localStorage })).not.toContain('token-of-ingrid')
})

it('Marks of a phone without a network are kept over a reload, and each is sent once the network is back', async () => {
  answerCalls({ [listPath]: listOf(personOf(anna, 'Anna'), personOf(bert, 'Bert')) })
  const first = open()
  await first.sync()
  answerCalls({ [listPath]: noNetwork, [marksPath]: noNetwork })
  first.mark(anna, 'safe')
  first.mark(bert, 'safe')
  first.mark(bert, 'missing')
  await first.sync()

  const second = open()
  expect(statesOf(second.view()), 'the list shows the marks before any answer').toEqual(['safe', 'missing'])
  await second.sync()
  expect(shown(second.view())).toMatchObject({ isConnected: false, waiting: 3 })

  const seen = answerCalls({
    [listPath]: { ...listOf({ ...personOf(anna, 'Anna'), state: 'safe' }), revision: 2 },
    [marksPath]: answerMarks('taken'),
  })
  await second.sync()
  const marks = marksOf(seen.find(({ method }) => method === 'POST'))
  expect(marks.map(({ personId, state }) => [personId, state])).toEqual([
    [anna, 'safe'],
    [bert, 'safe'],
    [bert, 'missing'],
  ])
  expect(marks[1]?.at && marks[2]?.at && marks[1].at < marks[2].at, 'the later mark of a person is later').toBe(true)
  expect(new Set(marks.map(({ id }) => id)).size).toBe(3)
  expect(seen.find(({ method }) => method === 'GET')?.url.searchParams.get('after')).toBe('1')
  expect(shown(second.view())).toMatchObject({ isConnected: true, waiting: 0 })
  expect(statesOf(second.view())).toEqual(['safe', 'missing'])
})

it('A mark that the server did not answer for is sent again with its own id', async () => {
  answerCalls({ [listPath]: listOf(personOf(anna, 'Anna')), [marksPath]: noNetwork })
  const steward = open()
  await steward.sync()
  steward.mark(anna, 'safe')
  await steward.sync()
  const lost = createStewardStorage('token-of-ingrid', localStorage).readMarks()
  const seen = answerCalls({ [listPath]: listOf(), [marksPath]: answerMarks('taken') })
  await steward.sync()
  expect(marksOf(seen[0])).toEqual(lost)
})

it('A mark that does not count is said with what counts, and not where both say the same', async () => {
  answerCalls({ [listPath]: listOf(personOf(anna, 'Anna'), personOf(bert, 'Bert')) })
  const steward = open()
  await steward.sync()
  answerCalls({
    [listPath]: {
      ...listOf({ ...personOf(anna, 'Anna'), state: 'not-on-site' }, { ...personOf(bert, 'Bert'), state: 'safe' }),
      revision: 2,
    },
    [marksPath]: answerMarks('older'),
  })
  steward.mark(anna, 'safe')
  steward.mark(bert, 'safe')
  await expect
    .poll(() => shown(steward.view()).conflicts)
    .toEqual([expect.objectContaining({ name: 'Anna', state: 'safe', counts: 'not-on-site' })])
  expect(shown(open().view()).conflicts, 'a reload keeps it until it is read').toHaveLength(1)
  steward.forgetConflicts()
  expect(shown(open().view()).conflicts).toEqual([])
})

it('A muster that has ended wipes everything, and names the marks that could not be sent', async () => {
  answerCalls({ [listPath]: listOf(personOf(anna, 'Anna')) })
  const steward = open()
  await steward.sync()
  const gone = () => refusal(410, 'muster.link-revoked')
  answerCalls({ [listPath]: gone, [marksPath]: gone })
  steward.mark(anna, 'safe')
  await expect
    .poll(() => steward.view())
    .toMatchObject({
      state: 'over',
      why: 'revoked',
      unsent: [{ name: 'Anna', state: 'safe' }],
    })
  expect(localStorage.length).toBe(0)
})

it('Marks that come after the end are counted as late before the list is wiped', async () => {
  answerCalls({ [listPath]: listOf(personOf(anna, 'Anna')) })
  const steward = open()
  await steward.sync()
  answerCalls({ [listPath]: () => refusal(410, 'muster.link-ended'), [marksPath]: answerMarks('late') })
  steward.mark(anna, 'safe')
  await expect.poll(() => steward.view()).toMatchObject({ state: 'over', why: 'ended', late: 1, unsent: [] })
  expect(localStorage.length).toBe(0)
})

it('A refused mark keeps neither the list nor the other marks from the phone', async () => {
  answerCalls({
    [listPath]: listOf(personOf(anna, 'Anna')),
    [marksPath]: () => refusal(400, 'request.invalid', 'at: too far in the future'),
  })
  const steward = open()
  await steward.sync()
  steward.mark(anna, 'safe')
  await expect.poll(() => shown(steward.view()).refusal).toBeInstanceOf(Error)
  expect(shown(steward.view())).toMatchObject({ isConnected: true, waiting: 1 })
})

it('A phone without room drops faces before it loses a mark, and says when it can keep none', () => {
  const kept = new Map<string, string>()
  let room = 1
  const storage: Storage = {
    get length() {
      return kept.size
    },
    key: (index) => [...kept.keys()][index] ?? null,
    getItem: (key) => kept.get(key) ?? null,
    setItem: (key, value) => {
      if (!kept.has(key) && kept.size >= room) throw new DOMException('full', 'QuotaExceededError')
      kept.set(key, value)
    },
    removeItem: (key) => void kept.delete(key),
    clear: () => kept.clear(),
  }
  const phone = createStewardStorage('token', storage)
  const mark = { id: anna, personId: bert, state: 'safe', at: '2026-11-24T09:01:00Z' } as const
  expect(phone.keepFace(anna, 'jpeg')).toBe(true)
  expect(phone.keepMark(mark)).toBe(true)
  expect(phone.readFaces().size).toBe(0)
  room = 0
  expect(phone.keepMark({ ...mark, id: bert })).toBe(false)
  expect(phone.readMarks(), 'it is still sent').toHaveLength(2)
})

it('A list of three days ago is wiped when any link is opened', () => {
  const phone = createStewardStorage('of last week', localStorage)
  phone.keepList(listOf(personOf(anna, 'Anna')))
  phone.keepMark({ id: anna, personId: anna, state: 'safe', at: '2026-11-24T09:01:00Z' })
  localStorage.setItem('language', 'en')
  wipeOldLists(localStorage, Date.parse('2026-11-27T09:00:00Z'))
  expect(phone.readList()).toBeDefined()
  wipeOldLists(localStorage, Date.parse('2026-11-27T09:01:00Z'))
  expect({ ...localStorage }).toEqual({ language: 'en' })
  localStorage.clear()
})
