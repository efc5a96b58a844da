import type { DeviceSettings } from '@gatehouse/contract/device/link.ts'
import type { DeviceLockdown } from '@gatehouse/contract/device/lockdown.ts'
import { createManualClock } from '@gatehouse/testkit/manual-clock.ts'
import { namedFace } from '@gatehouse/testkit/named-faces.ts'
import { describe, expect, it } from 'vitest'
import type { Terminal } from '../core/terminal.ts'
import { buildConfiguration, onePage, staffGroupId } from '../../test/scripted-server.ts'
import { buildPerson, createSite } from '../../test/site.ts'

const site = createSite()
const guardsId = '0198c000-0000-7000-8000-000000000002'
const sinceAt = '2026-11-20T10:00:00Z'
const lockdown = (...exemptGroupIds: string[]) => ({ id: crypto.randomUUID(), exemptGroupIds, sinceAt })
const emergency = { kind: 'emergency-open', sinceAt } as const

/** A terminal whose disk has this from the server. */
async function start(told: Partial<DeviceLockdown>, settings: Partial<DeviceSettings> = {}) {
  site.server.people = onePage(
    buildPerson('Li Wei'),
    buildPerson('a guard', { groupIds: [staffGroupId, guardsId] }),
    buildPerson('Deng Xia', { kind: 'blacklisted' }),
  )
  site.server.configuration = buildConfiguration(settings)
  const terminal = await site.start({ pollSeconds: 600 })
  await terminal.stop()
  site.server.lockdown = { lockdowns: [], emergency: null, revision: 'a', ...told }
  terminal.state.lockdown = site.server.lockdown
  await terminal.start()
  const show = async (name: string) => {
    const sighting = await terminal.present(namedFace(name))
    const { abnormal, opens, reasons } = sighting?.verdict ?? {}
    return [opens ? 'opens' : abnormal, reasons?.map(({ code }) => code).join(' ')].join(': ')
  }
  return { terminal, show }
}
const mayPass = 'group-bound period-holds group-without-policy'

describe('a terminal in a lockdown', () => {
  it('A locked-down door opens for its exempt group only, and its records say why', async () => {
    const { terminal, show } = await start({ lockdowns: [lockdown(guardsId)] })
    expect(await show('Li Wei')).toBe('lockdown: lockdown-refuses')
    expect(await show('nobody known')).toBe('lockdown: lockdown-refuses')
    expect(terminal.isDoorOpen).toBe(false)
    expect(await show('a guard')).toBe(`opens: lockdown-exempts ${mayPass}`)
    expect(terminal.isDoorOpen).toBe(true)
    await terminal.idle()
    expect([...site.server.records.values()].map(({ abnormal, opened }) => [abnormal, opened])).toEqual([
      ['lockdown', false],
      ['lockdown', false],
      ['none', true],
    ])
  })

  it('A reader that leads out lets out whom its other rules let pass', async () => {
    const { show } = await start({ lockdowns: [lockdown()] }, { direction: 'out' })
    expect(await show('Li Wei')).toBe(`opens: lockdown-may-leave ${mayPass}`)
    expect(await show('Deng Xia')).toBe('blacklisted: lockdown-may-leave group-bound blacklist-refuses')
  })

  it('A card that nobody knows is refused for the lockdown, too', async () => {
    const { terminal } = await start({ lockdowns: [lockdown()] }, { verificationMode: 'face-or-card' })
    const sighting = await terminal.take({ kind: 'ic-card', text: '12345678' }, null)
    expect(sighting?.verdict).toMatchObject({ opens: false, abnormal: 'lockdown' })
  })

  it('The exit button opens a door that is locked down and held closed, and a fire input opens it for everybody', async () => {
    const { terminal, show } = await start({ lockdowns: [lockdown()] })
    terminal.state.doorMode = 'held-closed'
    terminal.sense('exit-button', true)
    await terminal.next('opened')
    terminal.sense('exit-button', false)
    expect(terminal.isDoorOpen).toBe(true)
    terminal.sense('fire', true)
    expect(await show('nobody known')).toBe('opens: fire-opens')
    expect(await show('Li Wei')).toBe('opens: fire-opens')
    expect(terminal.isDoorOpen).toBe(true)
    terminal.sense('fire', false)
    expect(terminal.isDoorOpen).toBe(false)
    expect(await show('Li Wei')).toBe('lockdown: lockdown-refuses')
  })
})

describe('a terminal in an emergency', () => {
  it('A door is open for everybody in an emergency, without a PIN, and over a restart', async () => {
    const { terminal, show } = await start({ emergency, lockdowns: [lockdown()] }, { verificationMode: 'face-and-pin' })
    expect(terminal.isDoorOpen).toBe(true)
    expect(await show('Li Wei')).toBe('opens: emergency-opens')
    await terminal.stop()
    const { state } = terminal
    const again = await site.start({ state, pollSeconds: 600 })
    expect(again.isDoorOpen).toBe(true)
  })

  it('A fire is not over because the terminal was switched off', async () => {
    const { terminal } = await start({})
    terminal.sense('fire', true)
    terminal.die()
    const again = await site.start({ state: terminal.state, pollSeconds: 600 })
    expect(again.isDoorOpen).toBe(true)
    again.sense('fire', false)
    expect(again.isDoorOpen).toBe(false)
  })
})

it('A door that is held open is open for everybody, and its records say who passed', async () => {
  const { terminal, show } = await start({})
  terminal.state.doorMode = 'held-open'
  await terminal.stop()
  await terminal.start()
  expect(await show('nobody known')).toBe('opens: door-held-open')
  expect(await show('Li Wei')).toBe('opens: door-held-open')
})

it('A door with rules of its own follows them', async () => {
  const timetableId = crypto.randomUUID()
  const door = {
    leavesAreaId: null,
    entersAreaId: null,
    freeHours: null,
    antiPassback: null,
    occupancyLimit: null,
    interlock: { doorIds: [timetableId], whenUnknown: 'refuses' as const },
    escort: null,
    severalPeople: null,
    firstPersonIn: null,
  }
  const { terminal, show } = await start({})
  site.server.configuration.access.door = door
  await terminal.stop()
  await terminal.start()
  await terminal.idle()
  expect(await show('Li Wei')).toBe(`state-unknown: ${mayPass} interlock-unknown`)
})

describe('a door that waits for its first person', () => {
  const noRules = {
    leavesAreaId: null,
    entersAreaId: null,
    freeHours: null,
    antiPassback: null,
    occupancyLimit: null,
    interlock: null,
    escort: null,
    severalPeople: null,
    firstPersonIn: { groupIds: [guardsId], timetableId: null },
  }
  const startWaiting = async (clock = createManualClock()) => {
    site.server.people = onePage(buildPerson('Li Wei'), buildPerson('a guard', { groupIds: [staffGroupId, guardsId] }))
    site.server.configuration = buildConfiguration({ direction: 'in', repeatSeconds: 0 })
    site.server.configuration.access.door = noRules
    const terminal = await site.start({ clock, pollSeconds: 600 })
    return { terminal, clock }
  }
  const see = async (terminal: Terminal, name: string) => {
    const verdict = (await terminal.present(namedFace(name)))?.verdict
    return verdict?.opens ? 'opens' : verdict?.abnormal
  }

  it('Nobody else comes in before the first person of the day, also over a restart', async () => {
    const { terminal, clock } = await startWaiting()
    expect(await see(terminal, 'Li Wei')).toBe('first-person-missing')
    expect(await see(terminal, 'a guard')).toBe('opens')
    expect(await see(terminal, 'Li Wei')).toBe('opens')
    await terminal.stop()
    const again = await site.start({ state: terminal.state, clock, pollSeconds: 600 })
    expect(await see(again, 'Li Wei')).toBe('opens')
    clock.advance(86_400_000)
    expect(await see(again, 'Li Wei')).toBe('first-person-missing')
  })

  it('A reader that leads out lets nobody be the first', async () => {
    const { terminal } = await startWaiting()
    site.server.configuration = {
      ...site.server.configuration,
      ...buildConfiguration({ direction: 'out', revision: 2 }),
    }
    site.server.configuration.access.door = noRules
    await terminal.stop()
    await terminal.start()
    await terminal.idle()
    expect(await see(terminal, 'a guard')).toBe('opens')
    expect(terminal.state.lastEntries).toEqual({})
  })

  it('A person who came in before the rule was set is the first of the day, as for the server', async () => {
    const { terminal } = await startWaiting()
    site.server.configuration.access.door = null
    await terminal.stop()
    await terminal.start()
    await terminal.idle()
    expect(await see(terminal, 'a guard')).toBe('opens')
    site.server.configuration = {
      ...site.server.configuration,
      ...buildConfiguration({ direction: 'in', revision: 2 }),
    }
    site.server.configuration.access.door = noRules
    await terminal.stop()
    await terminal.start()
    await terminal.idle()
    expect(await see(terminal, 'Li Wei')).toBe('opens')
  })
})
