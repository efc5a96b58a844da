import { createServer } from 'node:http'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { launchChromium } from '../../../../../scripts/chromium.ts'
import { buildRecord } from '../../../test/build-record.ts'
import { buildIndexedDbScript } from '../../test/indexed-db-script.ts'

type Browser = Awaited<ReturnType<typeof launchChromium>>
let browser: Browser
let script = ''
const server = createServer((request, response) => {
  const isScript = request.url === '/store.js'
  response.setHeader('content-type', isScript ? 'text/javascript' : 'text/html')
  response.end(isScript ? script : '<!doctype html><title>store</title>')
})

beforeAll(async () => {
  script = await buildIndexedDbScript()
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  browser = await launchChromium()
})
afterAll(async () => {
  await browser?.close()
  server.closeAllConnections()
  server.close()
})

/** Runs the body of a function in a new page; `store.js` is `lib`. */
async function inPage<T>(body: string, argument: unknown = null): Promise<T> {
  const address = server.address()
  if (!address || typeof address === 'string') throw new Error('the server does not listen on TCP')
  const context = await browser.newContext()
  const page = await context.newPage()
  await page.goto(`http://127.0.0.1:${address.port}/`)
  // As text: the test runner would rewrite the import for itself.
  const result = await page.evaluate<T>(
    `import('/store.js').then((lib) => (async (argument) => {${body}})(${JSON.stringify(argument)}))`,
  )
  await context.close()
  return result
}

it('a terminal in a browser has its state after a restart, and nobody can read it on its disk', async () => {
  const person = {
    id: 'p1',
    kind: 'staff',
    name: 'Franck Dernoncourt',
    prompt: null,
    groupIds: ['g'],
    validFromMs: null,
    validToMs: null,
    passes: [],
    cardHash: null,
    pin: null,
  }
  const seen = await inPage<{
    name: string
    faces: [bytes: number, last: number | undefined][]
    cursor: string
    secret: string
    disk: string
    failures: unknown
  }>(
    `
    const state = await lib.openIndexedDbState('t')
    state.identity = { ldid: 'GATE-1', secret: 'a-secret-of-this-device', serverUrl: 'http://x/', certificateAuthority: null }
    const embedding = new Float32Array(512).fill(1 / Math.sqrt(512))
    const upserts = [{ person: { ...argument, embeddings: [embedding, embedding] }, failure: null }, { person: { ...argument, id: 'p2', embeddings: [] }, failure: 'no-face' }, { person: { ...argument, id: 'p3', embeddings: [] }, failure: null }]
    state.people.apply({ begins: true, ends: true, upserts, removals: [], cursor: '1..1', capacity: 9 })
    state.people.apply({ begins: false, ends: true, upserts: [], removals: ['p3'], cursor: '2..2', capacity: 9 })
    await state.saved()
    state.close()
    const again = await lib.openIndexedDbState('t')
    const found = again.people.find('p1')
    const faces = found.embeddings.map((each) => [each.length, each.at(-1)])
    const result = { name: found.name, faces, cursor: again.people.cursor, secret: again.identity.secret, disk: await lib.textOnDisk('t'), failures: again.people.dueReport, count: again.people.count }
    again.close()
    return result`,
    person,
  )
  expect(seen).toMatchObject({
    name: 'Franck Dernoncourt',
    faces: [
      [770, 255],
      [770, 255],
    ],
    cursor: '2..2',
    secret: 'a-secret-of-this-device',
    count: 2,
    failures: { cursor: '2..2', failures: [{ personId: 'p2', reason: 'no-face' }] },
  })
  expect(seen.disk).toContain('a key that cannot be taken out')
  expect(seen.disk).not.toMatch(/Franck|secret-of-this/)
})

it('a page that is closed in the middle of a full list of people pulls it from the start, and keeps everybody until then', async () => {
  const seen = await inPage<unknown>(`
    const person = (id) => ({ person: { id, kind: 'staff', name: id, prompt: null, groupIds: [], validFromMs: null, validToMs: null, passes: [], cardHash: null, pin: null, embeddings: [] }, failure: null })
    const before = await lib.openIndexedDbState('t')
    before.people.apply({ begins: true, ends: true, upserts: [person('a'), person('b')], removals: [], cursor: '1..1', capacity: 9 })
    before.people.apply({ begins: true, ends: false, upserts: [person('c')], removals: [], cursor: '2..1', capacity: 9 })
    await before.saved()
    before.close()
    const after = await lib.openIndexedDbState('t')
    const ids = () => [...after.people.all()].map(({ id }) => id).sort().join()
    const result = [after.people.cursor, after.people.isFullPull, ids()]
    after.people.apply({ begins: true, ends: true, upserts: [person('c')], removals: [], cursor: '3..1', capacity: 9 })
    return [...result, ids()]`)
  expect(seen).toEqual([null, false, 'a,b,c', 'c'])
})

it('records in a browser are numbered without gaps, come back oldest first, and are gone once they are removed', async () => {
  const seen = await inPage<{ [name: string]: unknown }>(
    `
    const open = () => lib.openIndexedDbState('t')
    const append = (state, picture) => state.records.append({ ...argument, id: lib.makeId() }, picture && new TextEncoder().encode(picture))
    const numbers = async (state, limit = 9, bytes = 1e6) => (await state.records.next(limit, bytes)).map(({ sequence, capture }) => [sequence, capture && new TextDecoder().decode(capture)])
    let state = await open()
    const given = [append(state, 'one'), append(state, null), append(state, 'three')]
    await state.saved()
    state.close()
    state = await open()
    const result = { given, all: await numbers(state), short: await numbers(state, 9, 4), next: state.records.nextSequence }
    state.records.acknowledge([1], 0)
    state.records.dropCapture(3)
    result.removed = await numbers(state)
    state.records.setAside(2, 'faulty')
    result.aside = [await numbers(state), state.records.waiting, state.records.setAsideCount]
    state.records.returnSetAside()
    state.records.continueAfter(50)
    append(state, null)
    await state.saved()
    state.close()
    state = await open()
    result.moved = [await numbers(state), state.records.nextSequence]
    state.records.acknowledge([51, 52, 53], 0)
    await state.saved()
    state.close()
    state = await open()
    result.afterAll = [state.records.waiting, append(state, null)]
    state.wipe()
    await state.saved()
    result.wiped = [state.records.waiting, state.identity, append(state, null)]
    return result`,
    buildRecord(),
  )
  expect(seen).toEqual({
    given: [1, 2, 3],
    all: [[1, 'one'], [2, null], [3, 'three']], // prettier-ignore
    short: [[1, 'one'], [2, null]], // prettier-ignore
    next: 4,
    removed: [[2, null], [3, null]], // prettier-ignore
    aside: [[[3, null]], 1, 1],
    moved: [[[51, null], [52, null], [53, null]], 54], // prettier-ignore
    afterAll: [0, 54],
    wiped: [0, null, 1],
  })
})

const keptPage = `
    const open = () => lib.openIndexedDbState('t')
    const append = (state, personId, picture) => state.records.append({ ...argument, id: lib.makeId(), personId }, picture && new TextEncoder().encode(picture))
    const numbers = async (state) => (await state.records.next(9, 1e6)).map(({ sequence, record, capture }) => [sequence, record.personId, capture && new TextDecoder().decode(capture)])
    const counts = ({ records }) => [records.waiting, records.kept]
    const reopened = async (state) => { await state.saved(); state.close(); return open() }`
const [ann, bob] = ['0198a000-0000-7000-8000-00000000000a', '0198a000-0000-7000-8000-00000000000b']

it('records that a browser delivered are kept over a restart, and after a restore the records that the backup lacks wait again, with their pictures', async () => {
  const seen = await inPage<unknown>(
    `${keptPage}
    let state = await open()
    for (const picture of ['one', 'two', 'three', 'four']) append(state, null, picture)
    state.records.acknowledge([1, 2, 3, 4], 1000)
    state = await reopened(state)
    const result = { delivered: [counts(state), await numbers(state)] }
    append(state, null, 'five')
    result.again = state.records.sendAgainAfter(2)
    // The page goes away before anything of it is sent.
    state = await reopened(state)
    result.restored = [counts(state), await numbers(state)]
    state.records.acknowledge([3, 4, 5], 2000)
    state = await reopened(state)
    result.deliveredAgain = [counts(state), state.records.sendAgainAfter(5)]
    state.records.purgeKept(2000 + 2 * 3_600_000)
    await state.saved()
    result.over = [counts(state), await lib.recordsOnDisk('t'), state.records.sendAgainAfter(0), state.records.nextSequence]
    return result`,
    buildRecord(),
  )
  expect(seen).toEqual({
    delivered: [[0, 4], []],
    again: 2,
    restored: [[3, 2], [[3, null, 'three'], [4, null, 'four'], [5, null, 'five']]], // prettier-ignore
    deliveredAgain: [[0, 5], 0],
    over: [[0, 0], [], 0, 6],
  })
})

it('a browser does not continue after a number out of range, recovers from a counter that has run away, and loses nothing on the way', async () => {
  const seen = await inPage<unknown>(
    `${keptPage}
    let state = await open()
    for (const picture of ['one', 'two', 'three', 'four']) append(state, null, picture)
    state.records.acknowledge([1, 3], 1000)
    for (const odd of [2 ** 48, 2 ** 53 - 1]) state.records.continueAfter(odd)
    const result = { ignored: state.records.nextSequence }
    state.records.continueAfter(2 ** 40)
    append(state, null, 'five')
    state.records.acknowledge([2 ** 40 + 3], 2000)
    state = await reopened(state)
    result.away = (await numbers(state)).map(([sequence]) => sequence - 2 ** 40)
    result.again = state.records.sendAgainAfter(2)
    state.records.continueAfter(2)
    append(state, null, 'six')
    state = await reopened(state)
    result.back = [counts(state), await numbers(state), state.records.nextSequence]
    return result`,
    buildRecord(),
  )
  expect(seen).toEqual({
    ignored: 5,
    away: [1, 2],
    again: 2,
    back: [[5, 1], [[3, null, 'three'], [4, null, 'two'], [5, null, 'four'], [6, null, 'five'], [7, null, 'six']], 8], // prettier-ignore
  })
})

it('a database whose numbers are out of range opens, and all of it waits', async () => {
  const seen = await inPage<unknown>(
    `${keptPage}
    const database = await lib.openIndexedDbStore('t')
    const json = (name) => ({ json: { ...argument, id: lib.makeId() }, bytes: new TextEncoder().encode(name) })
    database.change([['record', 1, json('one')], ['record', 2 ** 53 - 1, json('two')], ['record', 2 ** 53, json('three')],
      ['note', 'next-sequence', { json: 2 ** 53 }], ['note', 'acknowledged record', { json: { through: 2 ** 53 - 2, aside: [], marks: [] } }]])
    await database.saved()
    database.close()
    let state = await open()
    state = await reopened(state)
    const result = [await numbers(state), append(state, null, 'four')]
    await state.saved()
    result.push(await lib.recordsOnDisk('t'))
    state.records.continueAfter(7)
    return [...result, (await numbers(state)).map(([sequence]) => sequence)]`,
    buildRecord(),
  )
  const all = [[1, null, 'one'], [2, null, 'two'], [3, null, 'three']] // prettier-ignore
  expect(seen).toEqual([all, 4, [1, 2, 3, 4], [8, 9, 10, 11]])
})

it('an erased person’s kept records are deleted from the disk of a browser, and no restore returns them; those of others, and waiting ones, stay', async () => {
  const seen = await inPage<unknown>(
    `${keptPage}
    const [ann, bob] = ${JSON.stringify([ann, bob])}
    let state = await open()
    for (const who of [ann, bob, null, ann, bob]) append(state, who, 'a face')
    state.records.acknowledge([1, 2, 3, 4], 1000)
    append(state, ann, 'a face')
    await state.saved()
    const before = await lib.recordsOnDisk('t')
    state.records.eraseKept([ann])
    state = await reopened(state)
    const erased = [counts(state), await lib.recordsOnDisk('t')]
    const again = state.records.sendAgainAfter(0)
    const sent = (await numbers(state)).map(([sequence, who]) => [sequence, who])
    return { before, erased, again, sent }`,
    buildRecord(),
  )
  expect(seen).toEqual({
    before: [1, 2, 3, 4, 5, 6],
    // The server stores the waiting records about her without a person.
    erased: [[2, 2], [2, 3, 5, 6]], // prettier-ignore
    again: 2,
    sent: [[2, bob], [3, null], [5, bob], [6, ann]], // prettier-ignore
  })
})

it('a record that is made while others are read for delivery waits for the next batch, and the caller is told of one that cannot be stored', async () => {
  const seen = await inPage<unknown>(
    `
    const state = await lib.openIndexedDbState('t')
    const append = () => state.records.append({ ...argument, id: lib.makeId() }, null)
    const numbers = async () => (await state.records.next(9, 1e6)).map(({ sequence }) => sequence)
    append()
    const first = numbers()
    append()
    const delivered = [await first, await numbers(), state.records.setAsideCount]
    const { put } = IDBObjectStore.prototype
    IDBObjectStore.prototype.put = () => { throw new Error('a broken disk') }
    append()
    const toItsMaker = state.saved().then(() => 'stored', String)
    const toAnother = state.saved().then(() => 'stored', String)
    const left = await numbers()
    IDBObjectStore.prototype.put = put
    const told = [await toItsMaker, await toAnother, left]
    append()
    return { delivered, told, after: await state.saved().then(() => 'stored', String) }`,
    buildRecord(),
  )
  expect(seen).toEqual({
    delivered: [[1], [1, 2], 0],
    told: ['Error: a broken disk', 'Error: a broken disk', [1, 2]],
    after: 'stored',
  })
})

it('a browser without room for more drops the oldest pictures first, then the oldest records, and the numbers show it', async () => {
  const seen = await inPage<unknown>(
    `
    const database = await lib.openIndexedDbStore('t')
    const open = (sequences) => lib.createIndexedDbQueue(database, { captures: 2, records: 4 }, lib.recordKind, { sequences, nextSequence: 1 })
    const queue = open([])
    for (const name of ['a', 'b', 'c', 'd', 'e', 'f']) queue.append({ ...argument, id: lib.makeId() }, new TextEncoder().encode(name))
    await database.saved()
    const all = await queue.next(9, 1e6)
    return [queue.waiting, await database.keys('record'), all.map(({ sequence, capture }) => [sequence, capture && new TextDecoder().decode(capture)])]`,
    buildRecord(),
  )
  const left = [[3, null], [4, null], [5, 'e'], [6, 'f']] // prettier-ignore
  expect(seen).toEqual([4, [3, 4, 5, 6], left])
})

it('a browser without room keeps records without their pictures, and reports it until there is room', async () => {
  // The answer of a browser with a full disk to a picture; the size of the room depends on the browser.
  const seen = await inPage<unknown>(
    `
    let hasRoom = false
    const { put } = IDBObjectStore.prototype
    IDBObjectStore.prototype.put = function (value, key) {
      if (!hasRoom && value.data?.byteLength > 50_000) throw new DOMException('full', 'QuotaExceededError')
      return put.call(this, value, key)
    }
    const state = await lib.openIndexedDbState('t')
    const append = async () => {
      state.records.append({ ...argument, id: lib.makeId() }, new Uint8Array(60_000))
      await state.saved()
      return [state.isFull, (await state.records.next(9, 1e6)).map(({ capture }) => capture?.length ?? null)]
    }
    const full = await append()
    hasRoom = true
    return [full, await append()]`,
    buildRecord(),
  )
  expect(seen).toEqual([[true, [null]], [false, [null, 60_000]]]) // prettier-ignore
})

it('a command that was begun is begun, also for the next page', async () => {
  const seen = await inPage<unknown>(`
    const before = await lib.openIndexedDbState('t')
    before.commands.begin('one')
    before.commands.begin('two')
    before.commands.finish('two', { state: 'done', result: null })
    await before.saved()
    before.close()
    const after = await lib.openIndexedDbState('t')
    return [after.commands.begin('one'), after.commands.begin('two'), after.commands.begin('three')]`)
  expect(seen).toEqual(['begun', { state: 'done', result: null }, 'fresh'])
})

it('a value that was sealed in one place does not open in another', async () => {
  const seen = await inPage<unknown>(`
    const database = await lib.openIndexedDbStore('t')
    database.change([['note', 'a', { json: 1 }]])
    await database.saved()
    const db = await new Promise((resolve) => { const request = indexedDB.open('t'); request.onsuccess = () => resolve(request.result) })
    const transaction = db.transaction('note', 'readwrite')
    const store = transaction.objectStore('note')
    store.get('a').onsuccess = ({ target }) => store.put(target.result, 'b')
    await new Promise((resolve) => { transaction.oncomplete = resolve })
    return [await database.read('note', 'a'), await database.read('note', 'b') ?? 'nothing']`)
  expect(seen).toEqual([{ json: 1, bytes: null }, 'nothing'])
})
