import { noDoorRules } from '@gatehouse/engine/door/door-question.ts'
import { createHash, pbkdf2Sync, randomUUID } from 'node:crypto'
import type { DeviceSettings } from '@gatehouse/contract/device/link.ts'
import type { Surroundings } from '@gatehouse/contract/device/surroundings.ts'
import { createManualClock } from '@gatehouse/testkit/manual-clock.ts'
import { namedFace } from '@gatehouse/testkit/named-faces.ts'
import { until } from '@gatehouse/testkit/until.ts'
import { describe, expect, it } from 'vitest'
import type { Configuration } from '../state/terminal-state.ts'
import { buildConfiguration, onePage, Refusal, staffGroupId } from '../../test/scripted-server.ts'
import { buildPerson, createSite } from '../../test/site.ts'

const site = createSite()
type DoorRules = NonNullable<Configuration['access']['door']>
const [labId, hallId, otherDoorId] = [randomUUID(), randomUUID(), randomUUID()]
const outside = { areaIds: [], enteredAt: null }
const free: Surroundings = { person: outside, occupancy: 0, openDoorIds: [] }
const inside: Surroundings = { ...free, person: { areaIds: [labId, hallId], enteredAt: '2026-11-20T08:00:00Z' } }
const hash = (text: string) => createHash('sha256').update(text).digest('hex')
const pin = () => {
  const salt = Buffer.alloc(16, 7)
  return `${salt.toString('hex')}.${pbkdf2Sync('471100', salt, 100_000, 32, 'sha256').toString('hex')}`
}

const noRules: DoorRules = {
  ...noDoorRules,
  leavesAreaId: hallId,
  entersAreaId: labId,
}
const exemptGroupIds: string[] = []
const antiPassback = { mode: 'hard' as const, exemptGroupIds, whenUnknown: 'opens' as const }
const occupancyLimit = { max: 20, mode: 'refuse' as const, exemptGroupIds, whenUnknown: 'refuses' as const }
const guests = Array.from({ length: 60 }, (_, n) => `Guest ${n}`)

const people = [
  buildPerson('Li Wei', { cardHash: hash('12345678'), pin: pin() }),
  buildPerson('Wang Fang', { cardHash: hash('87654321') }),
  buildPerson('Deng Xia', { kind: 'blacklisted' }),
  ...guests.map((name) => buildPerson(name)),
]

async function start(rules: Partial<DoorRules>, settings: Partial<DeviceSettings> = {}) {
  site.server.people = onePage(...people)
  site.server.configuration = buildConfiguration({ direction: 'in', repeatSeconds: 0, autoStandby: false, ...settings })
  site.server.configuration.access.door = { ...noRules, ...rules }
  site.server.around = () => free
  const clock = createManualClock()
  const terminal = await site.start({ clock, pollSeconds: 600 })
  const opened: string[] = []
  const counted: string[] = []
  terminal.on('opened', (forWhom) => opened.push(forWhom))
  terminal.on('occupancy-counted', ({ count, max }) => counted.push(`${count} of ${max}`))
  const show = async (name: string) => {
    const { abnormal, opens, reasons } = (await terminal.present(namedFace(name)))?.verdict ?? {}
    return [opens ? 'opens' : abnormal, reasons?.at(-1)?.code].join(': ')
  }
  return { terminal, clock, show, opened, counted }
}

/** A server that answers when it is told to. */
function stuckServer() {
  const { promise, resolve } = Promise.withResolvers<Surroundings>()
  site.server.around = () => promise
  return resolve
}
const questions = () => site.server.questions
const waitForQuestions = (count: number) => until(() => questions().length === count, `${count} questions are there`)
const stored = () => [...site.server.records.values()].map(({ abnormal, opened }) => `${abnormal} ${opened}`)

describe('a door with rules about areas and other doors', () => {
  it('The server is asked once about somebody who may come in, and the record names what it knew', async () => {
    const { terminal, show, opened } = await start({
      antiPassback,
      interlock: { doorIds: [otherDoorId], whenUnknown: 'refuses' },
    })
    expect(await show('Li Wei')).toBe('opens: interlock-holds')
    expect(opened).toEqual(['Li Wei'])
    await terminal.idle()
    const [record] = site.server.records.values()
    expect(questions()).toEqual([
      {
        personId: people[0]!.id,
        entries: [],
        at: record?.recognisedAt,
        claim: true,
        max: null,
        doorIds: [otherDoorId],
      },
    ])
  })

  it('Somebody who is inside already stays out, without a glimpse of the open door, and takes no place', async () => {
    const { terminal, show, opened } = await start({ antiPassback, occupancyLimit })
    site.server.around = () => inside
    expect(await show('Li Wei')).toBe('anti-passback: already-inside')
    await waitForQuestions(2)
    expect(questions().map(({ claim, max }) => [claim, max])).toEqual([
      [true, 20],
      [false, 20],
    ])
    await terminal.idle()
    expect([opened, stored()]).toEqual([[], ['anti-passback false']])
  })

  it('A refusal for want of a floor names nothing that was not asked', async () => {
    const guards = [randomUUID()]
    const floor = { areaId: labId, output: 1, groupIds: guards, timetableId: null }
    const { terminal, show } = await start({ antiPassback, occupancyLimit, floors: [floor] })
    expect(await show('Li Wei')).toBe('outside-passage-time: no-floor')
    await terminal.idle()
    const codes = [...site.server.records.values()].flatMap(({ reasons }) => reasons.map(({ code }) => code))
    expect(codes).toEqual(['group-bound', 'period-holds', 'group-without-policy', 'no-floor'])
    expect(questions()).toEqual([])
  })

  it('A reader of both directions lets somebody out who is inside before the first person of the day', async () => {
    const firstPersonIn = { groupIds: [randomUUID()], timetableId: null }
    const { show } = await start({ firstPersonIn }, { direction: 'none' })
    expect(await show('Li Wei')).toBe('first-person-missing: first-person-missing')
    site.server.around = () => inside
    expect(await show('Li Wei')).toBe('opens: group-without-policy')
    expect(questions().map(({ claim }) => claim)).toEqual([false, false])
  })

  it('Somebody whom only the missing first person keeps out shows all factors before the server is asked', async () => {
    const firstPersonIn = { groupIds: [randomUUID()], timetableId: null }
    const { terminal, show, opened } = await start(
      { firstPersonIn },
      { direction: 'none', verificationMode: 'face-and-card' },
    )
    site.server.around = () => inside
    await show('Li Wei')
    expect([questions(), opened]).toEqual([[], []])
    const sighting = await terminal.take({ kind: 'ic-card', text: '12345678' }, null)
    expect([sighting?.verdict.opens, opened]).toEqual([true, ['Li Wei']])
  })

  it('A person who has shown one factor of two is not the second person of a door that wants two', async () => {
    const severalPeople = { count: 2, seconds: 30, groupIds: [staffGroupId], timetableId: null }
    const { terminal, show } = await start({ severalPeople }, { verificationMode: 'face-and-card' })
    const cardOf = async (text: string) => (await terminal.take({ kind: 'ic-card', text }, null))?.verdict.abnormal
    await show('Wang Fang')
    await show('Li Wei')
    expect(await cardOf('12345678')).toBe('too-few-people')
    await show('Wang Fang')
    expect(await cardOf('87654321')).toBe('none')
  })

  it('A soft rule lets them come in, and the alarm names them', async () => {
    const { terminal, show } = await start({ antiPassback: { ...antiPassback, mode: 'soft' } })
    site.server.around = () => inside
    expect(await show('Li Wei')).toBe('opens: already-inside')
    await terminal.idle()
    expect(site.server.alarms).toMatchObject([
      { code: 50001, state: 'raised', personId: people[0]!.id, canRelease: false },
    ])
  })

  it('Another open door of an interlock, and a full area, refuse; the terminal says how many are inside', async () => {
    const { show, counted } = await start({
      occupancyLimit,
      interlock: { doorIds: [otherDoorId], whenUnknown: 'opens' },
    })
    site.server.around = () => ({ ...free, occupancy: 19, openDoorIds: [otherDoorId] })
    expect(await show('Li Wei')).toBe('interlock: interlock-door-open')
    site.server.around = () => ({ ...free, occupancy: 19 })
    expect(await show('Li Wei')).toBe('opens: interlock-holds')
    site.server.around = () => ({ ...free, occupancy: 20 })
    expect(await show('Wang Fang')).toBe('occupancy-limit: occupancy-reached')
    expect(counted).toEqual(['19 of 20', '20 of 20', '20 of 20'])
  })

  it('Nobody is asked about whom the rules before refuse, or for whom the door is open anyway', async () => {
    const { terminal, show } = await start({ antiPassback })
    expect(await show('Deng Xia')).toBe('blacklisted: blacklist-refuses')
    expect(await show('nobody known')).toBe('stranger: face-not-known')
    terminal.sense('fire', true)
    expect(await show('Li Wei')).toBe('opens: fire-opens')
    expect(questions()).toEqual([])
  })

  it('Somebody for whom the door is open and who still stands there is not asked about again, and not recorded', async () => {
    const { terminal, clock, show } = await start({ antiPassback }, { doorOpenSeconds: 6 })
    expect(await show('Li Wei')).toBe('opens: anti-passback-holds')
    site.server.around = () => inside
    clock.advance(5_999)
    expect(await show('Li Wei')).toBe('opens: anti-passback-holds')
    await terminal.idle()
    expect([questions().length, stored()]).toEqual([1, ['none true']])
    clock.advance(1)
    expect(await show('Li Wei')).toBe('anti-passback: already-inside')
  })

  it('A card and a PIN are asked about once, when all is shown, and a person who may not be known is asked for the PIN', async () => {
    const rules = { antiPassback: { ...antiPassback, whenUnknown: 'refuses' as const } }
    const { terminal, opened } = await start(rules, { verificationMode: 'card-and-pin' })
    const take = async (kind: 'ic-card' | 'pin', text: string) => (await terminal.take({ kind, text }, null))?.verdict
    expect(await take('ic-card', '12345678')).toBeUndefined()
    expect(questions()).toEqual([])
    expect((await take('pin', '471100'))?.opens).toBe(true)
    expect([questions().length, opened]).toEqual([1, ['Li Wei']])
    site.server.around = () => inside
    await take('ic-card', '12345678')
    expect((await take('pin', '471100'))?.abnormal).toBe('anti-passback')
  })

  it('The entries of one face are named in one question', async () => {
    const twin = buildPerson('Li Wei', { groupIds: [staffGroupId] })
    const { terminal, show } = await start({ antiPassback })
    site.server.people = onePage(...people, twin)
    terminal.state.people.startOver()
    await terminal.stop()
    await terminal.start()
    await terminal.idle()
    await show('Li Wei')
    const [question] = questions()
    expect(new Set([question?.personId, ...(question?.entries ?? [])])).toEqual(new Set([people[0]!.id, twin.id]))
  })
})

describe('a door whose server does not answer', () => {
  it('After 400 ms each rule takes its side, and the record says so', async () => {
    const { terminal, clock, show, opened } = await start({ antiPassback })
    const answer = stuckServer()
    const shown = show('Li Wei')
    await waitForQuestions(1)
    clock.advance(399)
    expect(opened).toEqual([])
    clock.advance(1)
    expect(await shown).toBe('opens: anti-passback-unknown')
    answer(inside)
    await terminal.idle()
    expect([opened, stored()]).toEqual([['Li Wei'], ['none true']])
  })

  it('The next people do not wait for it, and are asked about again once it answers', async () => {
    const { clock, show } = await start({ antiPassback })
    const answer = stuckServer()
    const first = show('Li Wei')
    await waitForQuestions(1)
    clock.advance(400)
    await first
    expect(await show('Wang Fang')).toBe('opens: anti-passback-unknown')
    expect(questions().length).toBe(1)
    site.server.around = () => free
    answer(free)
    let next = 0
    await until(async () => (await show(guests[next++] ?? '')) === 'opens: anti-passback-holds')
    expect(questions().length).toBe(2)
  })

  it('A question that is never answered is given up, and the server is asked again', async () => {
    const { clock, show } = await start({ antiPassback })
    stuckServer()
    const first = show('Li Wei')
    await waitForQuestions(1)
    clock.advance(400)
    await first
    site.server.around = () => free
    clock.advance(4_999)
    expect(await show('Guest 0')).toBe('opens: anti-passback-unknown')
    clock.advance(1)
    let next = 1
    await until(async () => (await show(guests[next++] ?? '')) === 'opens: anti-passback-holds')
  })

  it.each([
    ['is busy', () => Promise.reject(new Refusal('server.busy'))],
    ['answers nonsense', () => Promise.resolve({ ...free, occupancy: -1 })],
    ['ends in the middle', () => Promise.reject(new Error('cut'))],
  ])('A server that %s counts as none', async (_, around) => {
    const { show } = await start({ antiPassback, occupancyLimit })
    site.server.around = around
    expect(await show('Li Wei')).toBe('state-unknown: occupancy-unknown')
  })

  it('Without the server a person comes in or stays out by the side that is set', async () => {
    const { show, opened } = await start({ antiPassback })
    await site.server.stop()
    expect(await show('Li Wei')).toBe('opens: anti-passback-unknown')
    expect(opened).toEqual(['Li Wei'])
  })

  it('A fire that begins meanwhile opens the door at once, and the record says fire', async () => {
    const { terminal, clock, show } = await start({ antiPassback, occupancyLimit })
    stuckServer()
    const shown = show('Li Wei')
    await waitForQuestions(1)
    terminal.sense('fire', true)
    expect(terminal.isDoorOpen).toBe(true)
    clock.advance(400)
    expect(await shown).toBe('opens: fire-opens')
  })

  it('A lockdown that begins meanwhile keeps the door shut', async () => {
    const { terminal, show, opened } = await start({ antiPassback })
    const answer = stuckServer()
    const shown = show('Li Wei')
    await waitForQuestions(1)
    const lockdown = { id: randomUUID(), exemptGroupIds: [], sinceAt: '2026-11-20T09:00:00Z' }
    // A reader that leads in is closed by it.
    terminal.state.lockdown = { lockdowns: [lockdown], emergency: null, revision: 'a' }
    answer(free)
    expect([await shown, opened]).toEqual(['lockdown: lockdown-refuses', []])
  })

  it('A terminal that dies meanwhile opens nothing and records nothing', async () => {
    const { terminal, show, opened } = await start({ antiPassback })
    stuckServer()
    const shown = show('Li Wei')
    await waitForQuestions(1)
    terminal.die()
    await expect(shown).rejects.toThrow('the terminal was stopped')
    expect([opened, terminal.state.records.waiting]).toEqual([[], 0])
  })
})
