import type { DeviceSettings } from '@gatehouse/contract/device/link.ts'
import { createManualClock } from '@gatehouse/testkit/manual-clock.ts'
import { namedFace } from '@gatehouse/testkit/named-faces.ts'
import { describe, expect, it } from 'vitest'
import type { TerminalOptions } from '../core/terminal-options.ts'
import { dropsEvery } from '../faults/drops-every.ts'
import { sendsTwice } from '../faults/sends-twice.ts'
import { openStateFolder } from '../node/state/open-state-folder.ts'
import type { TerminalState } from '../state/terminal-state.ts'
import { buildConfiguration, onePage, Refusal } from '../../test/scripted-server.ts'
import { buildPerson, createSite } from '../../test/site.ts'
import { temporaryFolder } from '../../test/temporary-folder.ts'
import { defaultBehaviours } from './default-behaviours.ts'

const site = createSite()

/** A terminal that has told its first state. */
async function start(settings: Partial<DeviceSettings> = {}, options: Partial<TerminalOptions> = {}) {
  site.server.people = onePage(buildPerson('Li Wei'), buildPerson('Wang Fang'))
  site.server.configuration = buildConfiguration({ doorOpenSeconds: 6, autoStandby: false, ...settings })
  const clock = createManualClock()
  const terminal = await site.start({ clock, pollSeconds: 600, ...options })
  return { terminal, clock, show: (name: string) => terminal.present(namedFace(name)) }
}
/** The events but those that tell the whole state. */
const told = () =>
  site.server.doorEvents
    .filter(({ kind }) => kind !== 'state')
    .map(({ kind, input, recordId }) => [kind, input ?? nameOf(recordId)].filter(Boolean).join(' '))
const nameOf = (recordId: string | null) => {
  const sequence = recordId === null ? undefined : site.server.records.get(recordId)?.sequence
  return sequence === undefined ? null : `record ${sequence}`
}
const states = () =>
  site.server.doorEvents.flatMap(({ kind, contact, isFire }) => (kind === 'state' ? [[contact, isFire]] : []))

describe('the inputs of a door', () => {
  it('The contact, the exit button, the fire input and a lockdown input are told in their order, each move once', async () => {
    const { terminal } = await start()
    terminal.sense('door', false)
    terminal.sense('exit-button', true)
    terminal.sense('exit-button', false)
    terminal.sense('door', true)
    terminal.sense('door', true)
    terminal.sense('door', false)
    terminal.sense('fire', true)
    terminal.sense('fire', true)
    terminal.sense('fire', false)
    terminal.sense('lockdown', true)
    terminal.sense('lockdown', false)
    await terminal.idle()
    expect(told()).toEqual([
      'contact-closed',
      'exit-button',
      'contact-opened',
      'contact-closed',
      'fire-on',
      'fire-off',
      'lockdown-input lockdown',
    ])
    const numbers = site.server.doorEvents.map(({ sequence }) => sequence)
    expect(numbers).toEqual(numbers.map((_, n) => n + 1))
  })

  it('A door that stays open too long is told as held open', async () => {
    const { terminal, clock } = await start({ doorMagnetSeconds: 10 })
    terminal.sense('door', true)
    clock.advance(9_999)
    await terminal.idle()
    expect(told()).toEqual(['contact-opened'])
    clock.advance(1)
    await terminal.idle()
    expect(told()).toEqual(['contact-opened', 'held-open'])
  })

  it('The state is told after every connect: no contact before it was sensed, then the last, also over a restart', async () => {
    const folder = temporaryFolder()
    const state = openStateFolder(folder)
    const { terminal } = await start({}, { state })
    expect(states()).toEqual([['none', false]])
    terminal.sense('door', true)
    terminal.sense('fire', true)
    await terminal.stop()
    state.close()
    const again = openStateFolder(folder)
    const next = await site.start({ state: again, pollSeconds: 600 })
    expect(states().at(-1)).toEqual(['open', true])
    next.loseWire('door', true)
    await next.stop()
    await next.start()
    await next.idle()
    expect(states().at(-1)).toEqual([null, true])
    await next.stop()
    again.close()
  })
})

describe('a lost wire', () => {
  it('A lost fire wire opens the door for everybody until it is back, also over a restart, and is no fire', async () => {
    const { terminal, show } = await start()
    terminal.loseWire('fire', true)
    terminal.loseWire('fire', true)
    expect(terminal.isDoorOpen).toBe(true)
    expect((await show('nobody known'))?.verdict.reasons).toMatchObject([{ code: 'fire-opens' }])
    terminal.die()
    const again = await site.start({ state: terminal.state, pollSeconds: 600 })
    expect(again.isDoorOpen).toBe(true)
    again.loseWire('fire', false)
    expect(again.isDoorOpen).toBe(false)
    await again.idle()
    expect(told()).toEqual(['wire-lost fire-signal', 'wire-back fire-signal'])
    expect(site.server.alarms).toEqual([])
  })

  it('A door that is set so stays as it is without its fire wire, and follows a change of the setting', async () => {
    const { terminal } = await start({ fireWireLost: 'stays' })
    terminal.loseWire('fire', true)
    expect(terminal.isDoorOpen).toBe(false)
    site.server.configuration = buildConfiguration({ fireWireLost: 'opens', revision: 2 })
    await terminal.stop()
    await terminal.start()
    await terminal.idle()
    expect(terminal.isDoorOpen).toBe(true)
  })

  it('A lost exit button opens the door only where that is set, a lockdown or not', async () => {
    const { terminal, show } = await start({ exitWireLost: 'opens' })
    terminal.state.doorMode = 'held-closed'
    await terminal.stop()
    await terminal.start()
    terminal.loseWire('exit-button', true)
    expect(terminal.isDoorOpen).toBe(true)
    expect((await show('nobody known'))?.verdict.reasons).toEqual([{ code: 'door-held-open' }])
    terminal.loseWire('exit-button', false)
    expect(terminal.isDoorOpen).toBe(false)
  })

  it('A door without settings yet opens when its fire wire is lost', async () => {
    const { terminal } = await start()
    terminal.state.configuration = null
    terminal.loseWire('exit-button', true)
    expect(terminal.isDoorOpen).toBe(false)
    terminal.loseWire('fire', true)
    expect(terminal.isDoorOpen).toBe(true)
  })
})

describe('passages', () => {
  it('The contact confirms who went through within the opening time, and who did not', async () => {
    const { terminal, clock, show } = await start()
    terminal.sense('door', false)
    await show('Li Wei')
    terminal.sense('door', true)
    clock.advance(300)
    terminal.sense('door', false)
    clock.advance(10_000)
    await show('Wang Fang')
    clock.advance(5_999)
    await terminal.idle()
    expect(told()).not.toContain('not-passed record 2')
    clock.advance(1)
    await terminal.idle()
    expect(told()).toEqual([
      'contact-closed',
      'contact-opened',
      'passed record 1',
      'contact-closed',
      'not-passed record 2',
    ])
  })

  it('A turnstile that turns once lets one person through; a leaf that stays open lets both', async () => {
    const { terminal, clock, show } = await start({ repeatSeconds: 0 })
    const pass = async (openMs: number) => {
      terminal.sense('door', false)
      await show('Li Wei')
      await show('Wang Fang')
      terminal.sense('door', true)
      clock.advance(openMs)
      terminal.sense('door', false)
      clock.advance(10_000)
      await terminal.idle()
      return told()
        .filter((line) => line.includes('record'))
        .slice(-2)
    }
    expect(await pass(400)).toEqual(['passed record 1', 'not-passed record 2'])
    expect(await pass(2_000)).toEqual(['passed record 3', 'passed record 4'])
  })

  it('Somebody who still stands there when the door opens again for them has the whole time', async () => {
    const { terminal, clock, show } = await start({ repeatSeconds: 60 })
    terminal.sense('door', false)
    await show('Li Wei')
    clock.advance(5_000)
    await show('Li Wei')
    clock.advance(5_000)
    terminal.sense('door', true)
    await terminal.idle()
    expect(told().slice(1)).toEqual(['contact-opened', 'passed record 1'])
  })

  it('A door without a contact, or whose contact is lost, tells nothing of passages', async () => {
    const { terminal, clock, show } = await start()
    await show('Li Wei')
    clock.advance(10_000)
    terminal.sense('door', false)
    await show('Wang Fang')
    terminal.loseWire('door', true)
    clock.advance(10_000)
    await terminal.idle()
    expect(told()).toEqual(['contact-closed', 'wire-lost door-magnet'])
  })

  it('A contact whose wire is back is told as it stands, for the server took it for unknown', async () => {
    const { terminal } = await start()
    terminal.sense('door', false)
    terminal.loseWire('door', true)
    terminal.loseWire('door', false)
    await terminal.idle()
    expect(told()).toEqual(['contact-closed', 'wire-lost door-magnet', 'wire-back door-magnet'])
    expect(states().at(-1)).toEqual(['closed', false])
  })
})

describe('delivery', () => {
  const move = (terminal: Awaited<ReturnType<typeof start>>['terminal']) => {
    for (let n = 0; n < 10; n++) terminal.sense('door', n % 2 === 0)
  }
  const moves = Array.from({ length: 10 }, (_, n) => (n % 2 === 0 ? 'contact-opened' : 'contact-closed'))

  it.each([
    ['where every third request is lost', dropsEvery(3, 'request')],
    ['where every third answer is lost', dropsEvery(3, 'answer')],
    ['where everything is sent twice', sendsTwice()],
  ])('Every event arrives once, in order, %s', async (_, fault) => {
    const terminal = await site.start({ behaviours: [fault, ...defaultBehaviours] })
    move(terminal)
    await terminal.idle()
    expect(told()).toEqual(moves)
  })

  it('Events of an outage outlive a power cut, and arrive in order', async () => {
    const folder = temporaryFolder()
    const states: TerminalState[] = []
    const open = () => states[states.push(openStateFolder(folder)) - 1]!
    const terminal = await site.start({ state: open() })
    site.server.before = (path) => {
      if (path === '/v1/door-events') throw new Refusal('server.busy')
    }
    move(terminal)
    terminal.die()
    states[0]?.close()
    site.server.before = () => {}
    const again = await site.start({ state: open() })
    expect(told()).toEqual(moves)
    await again.stop()
    states[1]?.close()
  })

  it('A server of an earlier release takes no events, and the terminal keeps none for it', async () => {
    site.server.before = (path) => {
      if (path === '/v1/door-events') throw new Refusal('request.not-found')
    }
    const terminal = await site.start()
    move(terminal)
    await terminal.idle()
    expect([told(), terminal.state.doorEvents.waiting, terminal.state.doorEvents.kept]).toEqual([[], 0, 0])
  })
})
