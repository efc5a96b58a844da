import { listInside } from '@gatehouse/contract/features/inside.ts'
import { listMusterEvents, listMusterPeople } from '@gatehouse/contract/features/muster.ts'
import { Kysely, PostgresDialect, sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type Db, type DbPool, openPool } from '../../db/open-database.ts'
import type { Database } from '../../db/tables.ts'
import { columnsToCopy } from '../../../test/columns-to-copy.ts'
import { buildDoors, type DoorDevice } from '../../../test/door-devices.ts'
import { type Caller, startTestGatehouse, type TestGatehouse } from '../../../test/gatehouse.ts'
import { musterBuilder } from '../../../test/musters.ts'
import { forgetBeforeReset } from '../door-rules/anti-passback-reset-reads.ts'
import { findAreaRules, readLimitOfWay, readRulesOfWay } from '../door-rules/area-rule-reads.ts'
import { findDoorRules, selectDoorsOfTimetable } from '../door-rules/door-rule-reads.ts'
import { readFloors } from '../door-rules/floor-reads.ts'
import { readInterlockNames, readInterlockOfDoor, readInterlocks } from '../door-rules/interlock-reads.ts'
import { readAreaTree, readDoorsOfDevices } from '../inside/door-reads.ts'
import { countPeopleIn, readInside, readLocation } from '../inside/inside-reads.ts'
import { readEventPage, readPeoplePage, selectForSteward } from '../muster/muster-reads.ts'
import { readPoints } from '../muster/point-reads.ts'
import { readSurroundings } from './surroundings-store.ts'

/* The very statements of the product, recorded as it asks them, in a company with thousands of areas, doors, rules and people. */

type Statement = { sql: string; parameters: readonly unknown[] }

let house: TestGatehouse
let admin: Caller
let pool: DbPool
let watched: Db
let device: DoorDevice
let ids: { site: string; hall: string; lab: string; person: string; timetable: string; muster: string; point: string }
const asked: Statement[] = []

beforeAll(async () => {
  house = await startTestGatehouse()
  admin = await house.asRole('superAdmin')
  pool = openPool(house.databaseUrl, 1)
  watched = new Kysely<Database>({
    dialect: new PostgresDialect({ pool }),
    log: ({ level, query }) => {
      if (level === 'query') asked.push({ sql: query.sql, parameters: query.parameters })
    },
  })
  const { site, hall, lab } = await buildDoors(house, admin).site()
  device = await buildDoors(house, admin).door(site, null, hall.id, { kind: 'elevator' })
  await fill(hall.id, device.doorId)
  const builder = musterBuilder(house, admin)
  const point = await builder.pointAt(site.id, 'Lawn', [hall.id])
  const muster = await builder.start(site.id)
  await fillMusters(muster.id)
  const one = <T extends object>({ rows }: { rows: T[] }): T => rows[0]!
  const { person } = one(
    await sql<{ person: string }>`select person_id as person from person_location
    where area_id = ${hall.id} limit 1`.execute(house.db),
  )
  const { timetable } = one(
    await sql<{ timetable: string }>`select id as timetable from timetable limit 1`.execute(house.db),
  )
  ids = { site: site.id, hall: hall.id, lab: lab.id, person, timetable, muster: muster.id, point: point.id }
  await sql`analyze`.execute(house.db)
})
afterAll(async () => {
  await pool.end()
  await house.close()
})

/** Thousands of areas, doors, rules and people beside the few that are asked about. */
async function fill(hallId: string, doorId: string): Promise<void> {
  const group = sql`(select id from person_group where kind = 1 limit 1)`
  const columns = await columnsToCopy(house.db, 'device')
  const many = [
    sql`insert into site (name, created_at, updated_at) select 'Many ' || n, now(), now() from generate_series(1, 75) n`,
    sql`insert into area (site_id, name, created_at, updated_at) select id, name, now(), now() from site where name like 'Many %'`,
    sql`insert into area (site_id, parent_id, name, created_at, updated_at)
      select a.site_id, a.id, 'Part ' || n, now(), now() from area a, generate_series(1, 20) n where a.name like 'Many %'`,
    sql`insert into door (site_id, name, to_area_id, created_at, updated_at)
      select site_id, 'Many ' || name, id, now(), now() from area where name like 'Part %'`,
    sql`insert into device (${columns}) select ${columns} from (
      select (jsonb_populate_record(v, jsonb_build_object('id', d.id, 'ldid', 'GHT-' || md5(d.id::text),
        'serial_number', 'S' || md5(d.id::text), 'name', d.name, 'pairing_code_id', null))).*
      from device v, door d where d.name like 'Many %' and v.ldid not like 'GHT-' || md5(d.id::text)) copy`,
    sql`insert into door_reader (door_id, device_id) select id, id from door where name like 'Many %'`,
    sql`insert into timetable (name, week, holiday, holidays) select 'Many ' || n, '[[],[],[],[],[],[],[]]', '[]', '[]' from generate_series(1, 500) n`,
    sql`insert into door_rule (door_id, escort_seconds, free_timetable_id)
      select d.id, 60, (select id from timetable t where t.name = 'Many ' || (1 + abs(hashtext(d.id::text)) % 500)) from door d where d.name like 'Many %'`,
    sql`insert into door_rule_group (door_id, rule, group_id) select door_id, 'escort', ${group} from door_rule`,
    sql`insert into area_rule (area_id, passback_mode, passback_when_unknown, occupancy_max, occupancy_mode, occupancy_when_unknown)
      select id, 'hard', 'refuses', 5, 'refuse', 'refuses' from area where name like 'Part %' or id = ${hallId}`,
    sql`insert into area_exempt_group (area_id, rule, group_id) select area_id, 'anti-passback', ${group} from area_rule`,
    sql`insert into interlock (name, when_unknown) select 'Many ' || n, 'opens' from generate_series(1, 1000) n`,
    sql`insert into interlock_door (interlock_id, door_id)
      select i.id, d.id from (select id, row_number() over () n from interlock) i
        join (select id, row_number() over () n from door) d on d.n / 2 = i.n`,
    sql`insert into elevator_floor (door_id, output, area_id) select d.id, 1, d.to_area_id from door d where d.name like 'Many %' or d.id = ${doorId}`,
    sql`insert into elevator_floor_group (door_id, output, group_id) select door_id, output, ${group} from elevator_floor`,
    sql`insert into person (kind, name) select case when n % 50 = 0 then 2 else 1 end, 'Many ' || md5(n::text) from generate_series(1, 6000) n`,
    sql`insert into group_member (group_id, person_id) select ${group}, id from person where name like 'Many %'`,
    sql`insert into person_location (person_id, area_id, since, source, record_id, doubts)
      select p.id, case when p.n % 100 = 0 then ${hallId}::uuid when p.n % 3 > 0 then a.id end, now() - p.n * interval '1 second', 'correction', uuidv7(),
        case when p.n % 500 = 0 then '{held-open}'::text[] else '{}' end
      from (select id, row_number() over () n from person where name like 'Many %') p
        join (select id, row_number() over () n from area where name like 'Part %') a on a.n = 1 + p.n % 1500`,
    sql`insert into anti_passback_reset (person_id, reset_at) select id, now() - interval '1 day' from person where name like 'Many %'`,
    sql`insert into passage_claim (person_id, door_id, area_id, is_opening, asked_at, expires_at)
      select p.id, d.id, d.to_area_id, false, now(), now() + interval '1 hour'
      from (select id, row_number() over () n from person where name like 'Many %' limit 1500) p
        join (select id, to_area_id, row_number() over () n from door where name like 'Many %') d on d.n = p.n`,
  ]
  for (const statement of many) await statement.execute(house.db)
}

/** A history of musters, each with its people and marks. */
async function fillMusters(runningId: string): Promise<void> {
  const many = [
    sql`insert into muster (site_name, is_drill, started_at, started_by, started_how, ended_at)
      select 'Old', true, now() - n * interval '1 day', 'x', 'console', now() from generate_series(1, 300) n`,
    sql`insert into muster_person (muster_id, person_id, since, is_latecomer, state, revision)
      select m.id, p.id, now(), false, 'safe', 1 from muster m, (select id from person where name like 'Many %' limit 100) p where m.site_name = 'Old'`,
    sql`insert into muster_event (muster_id, kind, at, received_at, by, muster_person_id)
      select muster_id, 'marked', now(), now(), 'x', id from muster_person where muster_id <> ${runningId}`,
  ]
  for (const statement of many) await statement.execute(house.db)
}

/** The plans of the statements that a question of the product consists of. */
async function plansOf(question: () => Promise<unknown>, setting = 'on'): Promise<string> {
  asked.length = 0
  await question()
  const plans: string[] = []
  await pool.query(`set enable_seqscan = ${setting}`)
  for (const statement of asked.splice(0)) {
    const { rows } = await pool.query<{ 'QUERY PLAN': string }>(`explain ${statement.sql}`, [...statement.parameters])
    plans.push(rows.map((row) => row['QUERY PLAN']).join('\n'))
  }
  expect(plans.length).toBeGreaterThan(0)
  return plans.join('\n\n')
}

/** The tables that grow with doors, rules, people and musters. Areas are a tree that is read whole where it is needed. */
const growing =
  'area_rule area_exempt_group door_rule door_rule_group interlock interlock_door elevator_floor elevator_floor_group door door_reader ' +
  'passage_claim anti_passback_reset person_location person group_member muster muster_person muster_event'
const scans = new RegExp(`Seq Scan on (${growing.replaceAll(' ', '|')}) `)

const wayOf = () => ({ leavesAreaId: null, entersAreaId: ids.hall })
const asking = (claim: boolean) => ({
  personId: ids.person,
  entries: [],
  at: house.clock.now().toString(),
  claim,
  max: 5,
  doorIds: [device.doorId],
})
const inside = (query: object) => () =>
  readInside(watched, listInside.query.parse({ siteId: ids.site, ...query }), {
    seesStaff: true,
    now: house.clock.now().toString(),
  })
const musterPeople = (query: object) => () =>
  readPeoplePage(watched, ids.muster, listMusterPeople.query.parse(query), { seesStaff: true })
const doorOf = async () => (await readDoorsOfDevices(house.db, [device.id]))[0]!

describe('questions about doors and people inside', () => {
  it.each<[string, () => Promise<unknown>]>([
    ['the rules of a door', () => findDoorRules(watched, device.doorId)],
    ['the doors of a timetable', () => selectDoorsOfTimetable(watched, ids.timetable)],
    ['the rules of an area', () => findAreaRules(watched, ids.hall)],
    ['the rules of a way', async () => readRulesOfWay(watched, wayOf(), await readAreaTree(house.db))],
    ['the limit of a way', () => readLimitOfWay(watched, wayOf(), ids.person)],
    ['the interlocks of a door', () => readInterlocks(watched, { doorId: device.doorId })],
    ['the names of the interlocks of a door', () => readInterlockNames(watched, device.doorId)],
    ['the other doors of an interlock', () => readInterlockOfDoor(watched, device.doorId)],
    ['the floors of an elevator', () => readFloors(watched, device.doorId)],
    [
      'the last reset of anti-passback',
      async () =>
        forgetBeforeReset({ db: watched, clock: house.clock }, await doorOf(), asking(false), {
          person: { areaIds: [ids.hall], enteredAt: house.clock.now().toString() },
          occupancy: 1,
          openDoorIds: [],
        }),
    ],
    ['the location of a person', () => readLocation(watched, ids.person, { seesStaff: true })],
    ['the people of an area', () => countPeopleIn(watched, [ids.hall, ids.lab])],
    ['the muster points of a site', () => readPoints(watched, ids.site)],
    [
      'the people of a muster for a steward',
      () => selectForSteward(watched, { muster_id: ids.muster, point_id: null }, 1),
    ],
    ['the history of a muster', () => readEventPage(watched, ids.muster, listMusterEvents.query.parse({}))],
  ])('%s are asked along indexes', async (_, question) => {
    expect(await plansOf(question)).not.toMatch(scans)
  })

  // Of an area with those inside it the planner does not know how few they are, and reads a small table whole.
  it.each<[string, () => Promise<unknown>]>([
    ['the claim of a person', async () => readSurroundings(watched, await doorOf(), asking(true))],
    ['the end of a claim', async () => readSurroundings(watched, await doorOf(), asking(false))],
  ])('for %s there is an index of each condition', async (_, question) => {
    expect(await plansOf(question, 'off')).not.toMatch(scans)
  })

  // Of the whole site many people are asked for, and the names and kinds of them all may be read at once; their locations are not.
  it.each<[string, () => () => Promise<unknown>]>([
    ['a site', () => inside({})],
    ['an area with those inside it', () => inside({ areaId: ids.hall })],
    ['visitors', () => inside({ areaId: ids.hall, kind: 'visitor' })],
    ['unsure locations', () => inside({ areaId: ids.hall, concern: 'unsure' })],
    ['suspended people', () => inside({ areaId: ids.hall, concern: 'suspended' })],
    ['overdue visitors', () => inside({ areaId: ids.hall, concern: 'overdue' })],
    ['a part of a name', () => inside({ areaId: ids.hall, keyword: 'many 1' })],
  ])('people inside are found by %s without a scan of all locations', async (_, question) => {
    expect(await plansOf(question())).not.toMatch(/Seq Scan on person_location /)
  })

  it.each<[string, () => () => Promise<unknown>]>([
    ['all', () => musterPeople({})],
    ['missing', () => musterPeople({ state: 'missing' })],
    ['of one point', () => musterPeople({ pointId: ids.point })],
    ['by a part of their name', () => musterPeople({ keyword: 'many 1' })],
  ])('people of a muster, %s, are found without a scan of the people of all musters', async (_, question) => {
    expect(await plansOf(question())).not.toMatch(/Seq Scan on muster_person /)
  })
})
