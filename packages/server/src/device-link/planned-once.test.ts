import { randomUUID } from 'node:crypto'
import type pg from 'pg'
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest'
import { createTestDatabase, type TestDatabase } from '../../test/database.ts'
import { type Db, openDatabase, openPool } from '../db/open-database.ts'
import { readRulesOfWay } from '../features/door-rules/area-rule-reads.ts'
import { readInterlockOfDoor } from '../features/door-rules/interlock-reads.ts'
import { selectBelonging } from '../features/devices/people/people-pull-store.ts'
import type { DoorOfDevice } from '../features/inside/door-reads.ts'
import { readSurroundings } from '../features/doors/surroundings-store.ts'
import { selectElsewhere } from './outbox/device-membership-reads.ts'
import { updatePresence } from './presence-store.ts'
import type { RecordRow } from '../features/records/link/record-rows.ts'
import { insertRecords, selectUnpictured } from '../features/records/stored-record-store.ts'

/*
 * Statements that devices execute again and again are planned once for each connection: when PostgreSQL planned the
 * statement of a record each time, a record cost three times as much.
 */
let database: TestDatabase
let pool: pg.Pool
let db: Db
beforeAll(async () => {
  database = await createTestDatabase()
})
beforeEach(() => {
  // One connection, with its own plans.
  pool = openPool(database.url, 1)
  db = openDatabase(pool)
  return () => db.destroy()
})
afterAll(() => database.drop())

/** PostgreSQL plans this many times before it compares the cost with that of a generic plan. */
const trials = 5
const now = '2026-06-01T08:00:00Z'
const buildRow = (): RecordRow => ({
  id: randomUUID(),
  sequence: 1,
  recognisedAt: now,
  kind: 1,
  personId: randomUUID(),
  entryMode: 'face',
  cosine: 0.7,
  liveness: 0.9,
  opened: true,
  abnormal: 'none',
  reasons: '[]',
  capture: null,
  captureHash: null,
  faceBox: null,
  candidates: null,
  isElsewhere: false,
  port: null,
  way: null,
})

const area = randomUUID()
const askedDoor: DoorOfDevice = {
  deviceId: randomUUID(),
  doorId: randomUUID(),
  leavesAreaId: null,
  entersAreaId: area,
  kind: 'door',
  direction: 'entry',
  clockOffsetMs: null,
}
const question = { personId: randomUUID(), entries: [], at: now, claim: true, max: 1, doorIds: [randomUUID()] }

const questions: Record<string, () => Promise<unknown>> = {
  'one record is stored': () => insertRecords({ db, pool }, [{ deviceId: randomUUID(), row: buildRow() }], now),
  'one stranger is stored': () =>
    insertRecords({ db, pool }, [{ deviceId: randomUUID(), row: { ...buildRow(), kind: 3 } }], now),
  'one person of a record is looked for among those of its device': () =>
    selectElsewhere(db, [{ deviceId: randomUUID(), personId: randomUUID(), at: now }]),
  'one picture is asked about': () => selectUnpictured(db, [buildRow()]),
  'one person is fetched': () => selectBelonging(db, randomUUID(), [randomUUID()]),
  'one place is claimed': () => readSurroundings(db, askedDoor, question),
  'one door asks for its surroundings': () => readSurroundings(db, askedDoor, { ...question, claim: false }),
  'the rules of the areas around are read': () => readRulesOfWay(db, askedDoor, new Map([[area, null]])),
  'the other doors of an interlock are read': () => readInterlockOfDoor(db, askedDoor.doorId),
  'one device has come': () => updatePresence(db, new Map([['LDID', true]]), now),
}

it.each(Object.entries(questions))('the statement is planned once, and not each time: %s', async (_, ask) => {
  for (let count = 0; count < 3 * trials; count++) await ask()
  const { rows } = await pool.query<{ plans: number[] }>(
    'select array[custom_plans::int, generic_plans::int] as plans from pg_prepared_statements',
  )
  expect(rows.map(({ plans }) => plans)).toEqual([[trials, 2 * trials]])
})
