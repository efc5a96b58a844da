import { setTimeout } from 'node:timers/promises'
import { askSurroundings } from '@gatehouse/contract/device/surroundings.ts'
import { setAreaRules } from '@gatehouse/contract/features/door-rules/area-rules.ts'
import { countInside } from '@gatehouse/contract/features/inside.ts'
import { createClient } from '@gatehouse/server/db/open-database.ts'
import { createMemoryState } from '@gatehouse/terminal/state/memory-state.ts'
import { createTerminal, type Terminal } from '@gatehouse/terminal/core/terminal.ts'
import type { TerminalState } from '@gatehouse/terminal/state/terminal-state.ts'
import { askServer } from '@gatehouse/testkit/ask-server.ts'
import { embeddingOf, namedFace, namedFaceRecogniser } from '@gatehouse/testkit/named-faces.ts'
import { type BulkDevice, bulkInsertDevices } from '@gatehouse/testkit/bulk-sql/insert-devices.ts'
import { bulkInsertPeople } from '@gatehouse/testkit/bulk-sql/insert-people.ts'
import { bulkInsertRecords } from '@gatehouse/testkit/bulk-sql/insert-records.ts'
import { type Caller, fetchReply, fetchText } from './ask-server.ts'
import { type Benchmark, type Context, type Measurement, row } from './benchmark.ts'
import { install, type Installation, openSession } from './install/installation.ts'
import { startGatehouseOn } from './install/start-gatehouse.ts'
import { openHttpConnection, postRequest } from './load/http-connection.ts'
import { percentile, timeCalls } from './percentile.ts'

/** `AREAS_BENCH=1x10`: a smaller form, with one million records of 10,000 people. */
const [millions = 10, thousands = 100] = (process.env['AREAS_BENCH'] ?? '10x100').split('x').map(Number)
const recordCount = millions * 1_000_000
const peopleCount = thousands * 1_000
const areaCount = 50
/** Each area has one way in and one way out. */
const deviceCount = 2 * areaCount
/** The people whom the devices know, and who ask. */
const memberCount = 64
const connections = 32
/** The devices that ask: the server answers ten questions a second of each. */
const askerCount = 800
const askedSeconds = 5
const terminalCount = 16
const personEveryMs = 1000
const aims = { occupancyMs: 50, answerMs: 300, decisionMs: 300, aloneMs: 500 } as const

export const areas: Benchmark = {
  name: 'areas',
  about: `${areaCount} areas with ${peopleCount.toLocaleString('en-US')} people and ${millions} million records: who is where, and decisions that depend on it`,
  async run(context) {
    const installation = await install(context)
    context.log('people')
    await bulkInsertPeople(installation, peopleCount)
    const devices = await bulkInsertDevices(installation, deviceCount)
    context.log('records')
    await bulkInsertRecords(installation, recordCount)
    context.log('areas, and who is in them')
    const { areaIds, memberIds } = await fillAreas(installation)
    const server = await startGatehouseOn(context, installation)
    const token = await openSession(installation)
    const connection = await openHttpConnection(server.url)
    context.cleanup.defer(() => connection.close())
    const ask = askServer(server.url, token)
    const none = { exemptGroupIds: [] as string[], whenUnknown: 'refuses' as const }
    for (const id of areaIds)
      await ask(setAreaRules, {
        params: { id },
        body: {
          antiPassback: { mode: 'timed', minutes: 1, ...none },
          occupancyLimit: { max: 1_000_000, mode: 'refuse', ...none },
        },
      })

    const counted = await countPeople(installation, { url: server.url, token, connection })
    context.log('questions of terminals')
    const entries = devices.filter((_, index) => index % 2 === 0)
    const askers = await addReaders(installation, entries)
    const answered = await askMany(context, installation, { url: server.url, askers, memberIds, areaIds })
    context.log('decisions of terminals')
    const terminals = await startTerminals(context, server.url, entries.slice(0, terminalCount), memberIds)
    const decided = await decideWith(terminals, memberIds)
    context.log('decisions while the server does not answer')
    const stopped = server.child.pid ?? 0
    process.kill(stopped, 'SIGSTOP')
    const alone = await decideWithout(terminals, memberIds).finally(() => process.kill(stopped, 'SIGCONT'))
    return [counted, answered, decided, alone]
  },
}

/** The last passage of each person, by the index of their records. */
const lastPassages = `person p cross join lateral (
  select s.* from recognition_record s where s.person_id = p.id and s.opened order by s.recognised_at desc limit 1) r`

/** One site; each area is inside the site as a whole, with a door in and a door out. People are where their last passage was. */
async function fillAreas({ databaseUrl }: Installation): Promise<{ areaIds: string[]; memberIds: string[] }> {
  const client = createClient(databaseUrl)
  await client.connect()
  try {
    await client.query(`insert into site (name) values ('Measured')`)
    await client.query(`insert into area (site_id, name) select id, 'All' from site where name = 'Measured'`)
    const { rows } = await client.query<{ id: string }>(
      `insert into area (site_id, parent_id, name)
       select a.site_id, a.id, 'Area ' || n from area a, generate_series(1, $1::int) n where a.name = 'All' returning id`,
      [areaCount],
    )
    await client.query(
      `insert into door (site_id, name, to_area_id)
       select s.id, 'Door ' || n, a.id from site s, unnest($1::uuid[]) with ordinality a(id, area), generate_series(0, 1) side
       cross join lateral (select 2 * area - 1 + side as n) d where s.name = 'Measured'`,
      [rows.map(({ id }) => id)],
    )
    await client.query(`insert into door_reader (door_id, device_id, direction)
      select o.id, d.id, case when right(d.name, 1)::int % 2 = 1 then 'entry' else 'exit' end
      from device d join door o on o.name = d.name`)
    await client.query(`insert into person_location (person_id, area_id, since, inside_since, source, record_id, door_id)
      select r.person_id, case when x.direction = 'entry' then o.to_area_id end, r.recognised_at,
        case when x.direction = 'entry' then r.recognised_at end, 'passage', r.id, o.id
      from ${lastPassages} join door_reader x on x.device_id = r.device_id join door o on o.id = x.door_id`)
    await client.query('vacuum analyze person_location')
    const { rows: members } = await client.query<{ id: string }>(
      `with g as (insert into person_group (kind, name) values (1, 'Measured') returning id),
         bound as (insert into device_group (device_id, group_id) select d.id, g.id from device d, g),
         chosen as (select p.id from person p order by p.id limit $1)
       insert into group_member (group_id, person_id) select g.id, c.id from g, chosen c returning person_id as id`,
      [memberCount],
    )
    return { areaIds: rows.map(({ id }) => id), memberIds: members.map(({ id }) => id) }
  } finally {
    await client.end()
  }
}

/** More devices at the same doors, which know the same people. */
async function addReaders(installation: Installation, entries: readonly BulkDevice[]): Promise<BulkDevice[]> {
  const more = await bulkInsertDevices(installation, askerCount)
  const ids = [more.map(({ id }) => id), more.map((_, index) => entries[index % entries.length]?.id)]
  await installation.pool.query(
    `with own as (select * from unnest($1::uuid[], $2::uuid[]) as o(id, beside)),
       bound as (insert into device_group (device_id, group_id)
         select o.id, g.group_id from own o join device_group g on g.device_id = o.beside)
     insert into door_reader (door_id, device_id, direction)
     select r.door_id, o.id, r.direction from own o join door_reader r on r.device_id = o.beside`,
    ids,
  )
  return more
}

async function countPeople({ pool, databaseUrl }: Installation, caller: Caller): Promise<Measurement> {
  const inside = await pool.query<{ count: number }>(
    'select count(*)::int from person_location where area_id is not null',
  )
  const { areas: shown, people } = await fetchReply(caller, countInside)
  if (shown.length !== areaCount) throw new Error(`people are in ${shown.length} areas`)
  const ours = await timeCalls(100, () => fetchText(caller, countInside))
  const kept = await timeCalls(100, () => pool.query('select area_id, count(*) from person_location group by 1'))
  const derived = await timeFromRecords(databaseUrl)
  return {
    work: { what: 'people inside, counted by area', expected: inside.rows[0]?.count ?? 0, done: people },
    rows: [
      row({
        what: `occupancy of ${areaCount} areas, p95`,
        value: ours.p95,
        unit: 'ms',
        limit: { what: 'the plainest count of the kept locations', value: kept.p95 },
        atMost: aims.occupancyMs,
      }),
      row({ what: '  half of them', value: ours.p50, unit: 'ms' }),
      row({ what: '  the same from the records themselves', value: derived.p50, unit: 'ms' }),
    ],
  }
}

/** The time that the places of everybody take from nothing but their records, without the kept locations. */
async function timeFromRecords(databaseUrl: string) {
  const client = createClient(databaseUrl)
  await client.connect()
  try {
    return await timeCalls(1, () =>
      client.query(
        `select x.door_id, count(*) from ${lastPassages} join door_reader x on x.device_id = r.device_id group by 1`,
      ),
    )
  } finally {
    await client.end()
  }
}

type Questions = { url: string; askers: readonly BulkDevice[]; memberIds: string[]; areaIds: string[] }

/** Each connection sends the next question after the answer to the last, of one terminal after another, and claims a place each time. */
async function askMany(context: Context, { pool }: Installation, asked: Questions): Promise<Measurement> {
  const { url, askers, memberIds, areaIds } = asked
  const authorizationOf = (count: number) => askers[count % askers.length]?.authorization ?? ''
  const question = (count: number) => {
    const personId = memberIds[count % memberIds.length] ?? ''
    const at = Temporal.Now.instant().toString({ smallestUnit: 'millisecond' })
    return JSON.stringify({ personId, at, claim: true, max: 1_000_000, doorIds: null })
  }
  let answered = 0
  const askOn = async (connection: Caller['connection'], count: number) => {
    const request = postRequest(url, `/device${askSurroundings.path}`, authorizationOf(count), question(count))
    const { status, body } = await connection.send(request)
    if (status !== 200 || !body.includes('"areaIds"')) throw new Error(`the question was answered ${status} ${body}`)
    answered++
  }
  const open = async () => {
    const connection = await openHttpConnection(url)
    context.cleanup.defer(() => connection.close())
    return connection
  }
  const first = await open()
  const alone = await timeCalls(300, (count) => askOn(first, count))
  const raw = await timeCalls(300, (count) =>
    pool.query('select count(*) from person_location where area_id = $1', [areaIds[count % areaIds.length]]),
  )
  const taken: number[] = []
  const until = performance.now() + askedSeconds * 1000
  const before = answered
  await Promise.all(
    Array.from({ length: connections }, async (_, index) => {
      const connection = await open()
      for (let count = index; performance.now() < until; count += connections) {
        const began = performance.now()
        await askOn(connection, count)
        taken.push(performance.now() - began)
      }
    }),
  )
  return {
    work: { what: 'questions answered', expected: alone.calls + taken.length, done: answered },
    rows: [
      row({
        what: 'a question about areas, answered, p95',
        value: alone.p95,
        unit: 'ms',
        limit: { what: 'one count of people in an area, asked of PostgreSQL', value: raw.p95 },
        atMost: aims.answerMs,
      }),
      row({ what: '  half of them', value: alone.p50, unit: 'ms' }),
      row({
        what: `${connections} questions at a time without a pause, p95`,
        value: percentile(taken, 0.95),
        unit: 'ms',
        atMost: aims.answerMs,
      }),
      row({ what: '  questions answered', value: (answered - before) / askedSeconds, unit: '/s' }),
    ],
  }
}

const nameOf = (personId: string) => `face of ${personId}`

/** Terminals whole but for their cameras; the faces of the people they know are names. */
async function startTerminals(
  context: Context,
  serverUrl: string,
  devices: readonly BulkDevice[],
  memberIds: string[],
) {
  const terminals = devices.map(({ authorization }) => {
    const [ldid = '', secret = ''] = authorization.replace('Bearer ', '').split('.')
    const state = createMemoryState()
    state.identity = { ldid, secret, serverUrl, certificateAuthority: null }
    giveFaces(state)
    const terminal = createTerminal({
      state,
      recogniser: namedFaceRecogniser,
      versions: { serialNumber: ldid, type: 'BENCH' },
    })
    context.cleanup.defer(() => terminal.stop())
    return terminal
  })
  await Promise.all(
    terminals.map(async (terminal) => {
      await terminal.start()
      await terminal.idle()
      while (!terminal.state.configuration?.access.door?.occupancyLimit) await terminal.next('configured')
      await terminal.idle()
      const missing = memberIds.filter((id) => !terminal.state.people.find(id))
      if (missing.length > 0) throw new Error(`a terminal does not know ${missing.length} people`)
    }),
  )
  return terminals
}

/** Enrolment needs photographs. In place of a face from one, each person whom the server sends gets that of their name. */
function giveFaces({ people }: TerminalState): void {
  const apply = people.apply.bind(people)
  people.apply = (step) =>
    apply({
      ...step,
      upserts: step.upserts.map(({ person, failure }) => ({
        person: { ...person, embeddings: [embeddingOf(nameOf(person.id))] },
        failure,
      })),
    })
}

/**
 * Every terminal decides about each of these people, one a second as people come to a busy door, each door at its own
 * moment of the second; gives how long each took, and the reasons.
 */
async function decide(terminals: readonly Terminal[], memberIds: readonly string[]) {
  const decisions: { ms: number; codes: string[] }[] = []
  await Promise.all(
    terminals.map(async (terminal, door) => {
      let next = performance.now() + (door * personEveryMs) / terminals.length
      for (const id of memberIds) {
        await setTimeout(Math.max(0, next - performance.now()))
        next += personEveryMs
        const began = performance.now()
        const sighting = await terminal.present(namedFace(nameOf(id)))
        const codes = sighting?.verdict.reasons.map(({ code }) => code) ?? []
        decisions.push({ ms: performance.now() - began, codes })
      }
    }),
  )
  return decisions
}

async function decideWith(terminals: readonly Terminal[], memberIds: readonly string[]): Promise<Measurement> {
  // The first builds the list of faces.
  await decide(terminals, memberIds.slice(0, 1))
  const asked = memberIds.slice(1, memberIds.length / 2)
  const decisions = await decide(terminals, asked)
  const known = decisions.filter(({ codes }) =>
    codes.some((code) => code === 'occupancy-below-limit' || code === 'came-in-lately'),
  )
  const late = decisions.filter(({ codes }) => codes.some((code) => code.endsWith('-unknown')))
  const taken = decisions.map(({ ms }) => ms)
  return {
    work: {
      what: 'decisions by the answer of the server, or without one that came too late',
      expected: terminals.length * asked.length,
      done: known.length + late.length,
    },
    rows: [
      row({
        what: `${terminals.length} terminals, from the face to the decision, p95`,
        value: percentile(taken, 0.95),
        unit: 'ms',
        atMost: aims.decisionMs,
      }),
      row({ what: '  half of them', value: percentile(taken, 0.5), unit: 'ms' }),
      row({ what: '  without an answer, which came too late', value: late.length / decisions.length, unit: 'share' }),
    ],
  }
}

async function decideWithout(terminals: readonly Terminal[], memberIds: readonly string[]): Promise<Measurement> {
  const asked = memberIds.slice(memberIds.length / 2)
  const decisions = await decide(terminals, asked)
  const unknown = decisions.filter(({ codes }) => codes.some((code) => code.endsWith('-unknown')))
  const taken = decisions.map(({ ms }) => ms)
  return {
    work: { what: 'decisions without the server', expected: terminals.length * asked.length, done: unknown.length },
    rows: [
      row({
        what: 'the same while the server does not answer, p95',
        value: percentile(taken, 0.95),
        unit: 'ms',
        atMost: aims.aloneMs,
      }),
      row({
        what: '  the slowest, which waited for the answer',
        value: Math.max(...taken),
        unit: 'ms',
        atMost: aims.aloneMs,
      }),
    ],
  }
}
