import { join } from 'node:path'
import {
  acknowledgeAlarms,
  type Alarm,
  commentAlarm,
  getAlarm,
  listAlarms,
  releaseAlarms,
} from '@gatehouse/contract/features/alarms.ts'
import { withDatabase } from '@gatehouse/server/db/reach-database.ts'
import { readConfig } from '@gatehouse/server/lib/config.ts'
import type { Ask } from '@gatehouse/testkit/ask-server.ts'
import { until } from '@gatehouse/testkit/until.ts'
import { sql } from 'kysely'
import { createSeededRandom } from './seeded-random.ts'

/** The remarks of the account that dealt with the alarm. */
const remarks: Partial<Record<Alarm['type'], readonly [string, ...string[]]>> = {
  'door-open-too-long': [
    'A pallet truck stood in the doorway. Moved, door shut.',
    'Delivery took longer than usual; the driver has been told.',
    'The door closer was slow in the cold. Caretaker has adjusted it.',
  ],
  tamper: [
    'The cover had come loose in the wind, screwed down again.',
    'Opened by the electrician, order 4471. Case is closed.',
  ],
  strangers: [
    'Guests of the hall next door took the wrong gate. Shown the way.',
    'Young people at the gate, gone when the guard came.',
  ],
  'outside-time': [
    'Stepped out after hours and found the door closed. Let in by the guard.',
    'Had no right to that door, wanted to look. Spoken to.',
  ],
  'occupancy-limit': ['A visit of the works council, ten minutes. The head of the laboratory knew.'],
  blacklisted: ['Spoken to at the entrance, left without trouble. Personnel knows.'],
}
const usualRemarks = ['Looked into, all in order.'] as const

const remarkOn = ({ type, id }: Alarm) => createSeededRandom(id).pick<string>(remarks[type] ?? usualRemarks)

/** The company leaves alarms that rang later to the person who opens the console. */
export const leftMinutes = 120

/**
 * The device administrator has dealt with the alarms of before: each is acknowledged, explained and released, some minutes
 * after it rang last.
 */
export async function handleAlarms(folder: string, ask: Ask): Promise<void> {
  const longAgo = Temporal.Now.instant().subtract({ minutes: leftMinutes })
  const to = longAgo.toString()
  for (let after: string | null | undefined; after !== null;) {
    // A page is not more than one call acknowledges.
    const { items, next } = await ask(listAlarms, { query: { to, size: 100, ...(after && { after }) } })
    const fresh = items.filter(
      ({ acknowledgedAt, lastAt }) => acknowledgedAt === null && Temporal.Instant.compare(lastAt, longAgo) < 0,
    )
    if (fresh.length > 0) await handlePortion(folder, ask, fresh)
    after = next
  }
}

async function handlePortion(folder: string, ask: Ask, fresh: readonly Alarm[]): Promise<void> {
  const ids = fresh.map(({ id }) => id)
  await ask(acknowledgeAlarms, { body: { ids } })
  for (const alarm of fresh) {
    const text = remarkOn(alarm)
    if (alarm.status === 'released') await ask(commentAlarm, { params: { id: alarm.id }, body: { text } })
    else await release(ask, alarm.id, text)
  }
  await backdateHandling(folder, ids)
}

/** Some a terminal releases: it has answered when this comes back. */
async function release(ask: Ask, id: string, reason: string): Promise<void> {
  const { results } = await ask(releaseAlarms, { body: { ids: [id], reason } })
  if (results[0]?.outcome !== 'asked') return
  await until(async () => !(await ask(getAlarm, { params: { id } })).isReleasing, 'the terminal releases the alarm')
}

/**
 * Alarms that were handled just now count as handled when they rang, and never later than they were. The operation log keeps the
 * real time: nobody can change that one.
 */
function backdateHandling(folder: string, ids: readonly string[]): Promise<void> {
  return withDatabase(readConfig({ GATEHOUSE_DATA: join(folder, 'data') }), async (db) => {
    await sql`
      with handled as (
        select a.raised_at, a.id, a.acknowledged_at as began_at, least(a.acknowledged_at - interval '4 minutes',
          a.last_at + make_interval(mins => 2 + abs(hashtext(a.id::text)) % 9)) as then
        from alarm a where a.id = any(${[...ids]}::uuid[]))
      update alarm a set acknowledged_at = h.then,
        released_at = case when a.released_at >= h.began_at then h.then + interval '4 minutes' else a.released_at end,
        trace = (
          select jsonb_agg(e.entry order by (e.entry->>'at')::timestamptz, e.place) from (
            select t.place, case when (t.entry->>'at')::timestamptz < h.began_at then t.entry
              else t.entry || jsonb_build_object('at', to_char((h.then + case when t.entry->>'kind' = 'acknowledged'
                then interval '0' else interval '4 minutes' end) at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS"Z"')) end as entry
            from jsonb_array_elements(a.trace) with ordinality as t(entry, place)) e)
      from handled h where a.raised_at = h.raised_at and a.id = h.id`.execute(db)
  })
}
