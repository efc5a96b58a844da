import { randomUUID } from 'node:crypto'
import { createInterlock } from '@gatehouse/contract/features/door-rules/interlocks.ts'
import { surroundingsTimeoutMs } from '@gatehouse/contract/device/surroundings.ts'
import { setAreaRules, type AreaRules } from '@gatehouse/contract/features/door-rules/area-rules.ts'
import { getRecord, listRecords } from '@gatehouse/contract/features/records.ts'
import { createDoor } from '@gatehouse/contract/features/sites.ts'
import { type Clock, systemClock } from '@gatehouse/terminal/lib/clock.ts'
import type { TerminalOptions } from '@gatehouse/terminal/core/terminal-options.ts'
import { dropsEvery } from '@gatehouse/terminal/faults/drops-every.ts'
import { defaultBehaviours } from '@gatehouse/terminal/behaviours/default-behaviours.ts'
import { namedFace } from '@gatehouse/testkit/named-faces.ts'
import { createRealTerminals, type PairedTerminal } from '@gatehouse/testkit/seeds/real-terminals.ts'
import { until } from '@gatehouse/testkit/until.ts'
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import { buildDoors } from '../../../test/door-devices.ts'
import { insertNamedStaff } from '../../../test/enrol.ts'
import { type Caller, startTestGatehouse, type TestGatehouse } from '../../../test/gatehouse.ts'
import { listenForTerminals } from '../../../test/listen-for-terminals.ts'

let house: TestGatehouse
let admin: Caller
let terminals: ReturnType<typeof createRealTerminals>
beforeAll(async () => {
  house = await startTestGatehouse({ environment: { HOST: '127.0.0.1' } })
  admin = await house.asRole('superAdmin')
  for (const name of ['Anna', 'Bob']) await insertNamedStaff(house, admin, name)
  terminals = createRealTerminals(admin.ask, await listenForTerminals(house))
})
afterAll(() => house.close())
afterEach(() => terminals.stopAll())

const noRules: AreaRules = { antiPassback: null, occupancyLimit: null }
const antiPassback = { mode: 'hard' as const, exemptGroupIds: [], whenUnknown: 'refuses' as const, resetMinutes: [] }

/** A clock that gives the server a minute for an answer: this machine may be busy with other tests. */
const clock: Clock = {
  ...systemClock,
  after: (ms, run) => systemClock.after(ms === surroundingsTimeoutMs ? 60_000 : ms, run),
}

/** Two terminals at two doors into one hall, each with a contact, which have the rules. */
async function buildHall(rules: Partial<AreaRules>, options: Partial<TerminalOptions> = {}) {
  const { site, hall } = await buildDoors(house, admin).site()
  const settings = { checksLiveness: false, direction: 'in' as const }
  const doors: { terminal: PairedTerminal; doorId: string }[] = []
  for (const name of ['North', 'South']) {
    const terminal = await terminals.start({ clock, ...options }, `${name} ${randomUUID().slice(0, 8)}`, settings)
    const readers = [{ deviceId: terminal.id, port: 1, direction: 'entry' as const }]
    const body = {
      name: `${name} door`,
      siteId: site.id,
      fromAreaId: null,
      toAreaId: hall.id,
      readers,
      hasContact: true,
    }
    doors.push({ terminal, doorId: (await admin.ask(createDoor, { body })).id })
  }
  await admin.ask(setAreaRules, { params: { id: hall.id }, body: { ...noRules, ...rules } })
  return { site, hall, north: doors[0]!, south: doors[1]! }
}
const hasRule = ({ state }: PairedTerminal, rule: 'antiPassback' | 'occupancyLimit' | 'interlock') =>
  until(() => Boolean(state.configuration?.access.door?.[rule]), `the terminal has the ${rule}`)

async function show({ terminal }: { terminal: PairedTerminal }, name: string) {
  const { opens, abnormal, reasons } = (await terminal.present(namedFace(name)))?.verdict ?? {}
  return `${opens ? 'opens' : abnormal}: ${reasons?.at(-1)?.code}`
}

describe('terminals whose doors know of each other', () => {
  it('One of two people who come to two doors at once takes the last place in the area behind them', async () => {
    const occupancyLimit = { max: 1, mode: 'refuse' as const, exemptGroupIds: [], whenUnknown: 'refuses' as const }
    const { north, south } = await buildHall({ occupancyLimit })
    await Promise.all([north, south].map(({ terminal }) => hasRule(terminal, 'occupancyLimit')))
    const seen = await Promise.all([show(north, 'Anna'), show(south, 'Bob')])
    expect(seen.toSorted()).toEqual(['occupancy-limit: occupancy-reached', 'opens: occupancy-below-limit'])
  })

  it('Somebody who came in by one door is not let in by the other, and the record says why, over a line that loses messages', async () => {
    const lossy = { behaviours: [dropsEvery(4, 'answer'), ...defaultBehaviours] }
    const { north, south } = await buildHall({ antiPassback }, lossy)
    await Promise.all([north, south].map(({ terminal }) => hasRule(terminal, 'antiPassback')))
    await until(async () => (await show(north, 'Anna')).startsWith('opens'), 'an answer comes through')
    await north.terminal.idle()
    await until(async () => (await show(south, 'Anna')) === 'anti-passback: already-inside', 'an answer comes through')
    await south.terminal.idle()
    const { items } = await admin.ask(listRecords, { query: { deviceId: south.terminal.id } })
    const detail = await admin.ask(getRecord, { params: { id: items[0]!.id } })
    expect(detail.reasons.at(-1)).toMatchObject({ code: 'already-inside' })
  })

  it('One door of an interlock opens once the other has closed, and falls to its side while the other has told nothing', async () => {
    const { north, south } = await buildHall({})
    const doorIds = [north.doorId, south.doorId]
    const body = { name: `Lock ${randomUUID().slice(0, 8)}`, whenUnknown: 'refuses' as const, doorIds }
    await admin.ask(createInterlock, { body })
    await Promise.all([north, south].map(({ terminal }) => hasRule(terminal, 'interlock')))
    expect(await show(south, 'Bob')).toBe('state-unknown: interlock-unknown')
    for (const { terminal } of [north, south]) terminal.sense('door', false)
    await Promise.all([north, south].map(({ terminal }) => terminal.idle()))
    expect(await show(south, 'Bob')).toBe('opens: interlock-holds')
    expect(await show(north, 'Anna')).toBe('interlock: interlock-door-open')
    south.terminal.sense('door', true)
    south.terminal.sense('door', false)
    await south.terminal.idle()
    expect(await show(north, 'Anna')).toBe('opens: interlock-holds')
    const events = await house.db
      .selectFrom('door_event')
      .select('kind')
      .where('device_id', '=', south.terminal.id)
      .orderBy('sequence')
      .execute()
    expect(events.map(({ kind }) => kind).filter((kind) => kind !== 'state')).toEqual([
      'contact-closed',
      'contact-opened',
      'passed',
      'contact-closed',
    ])
  })

  it('A terminal without the ability to ask gets none of these rules, and works on', async () => {
    const { north } = await buildHall({ antiPassback }, { versions: { abilities: ['suspensions', 'lockdown'] } })
    await north.terminal.idle()
    expect(north.terminal.state.configuration?.access.door).toBeNull()
    expect(await show(north, 'Anna')).toBe('opens: group-without-policy')
    expect(await show(north, 'Anna')).toBe('opens: group-without-policy')
  })
})
