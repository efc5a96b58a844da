import { randomUUID } from 'node:crypto'
import { alarmCodes, deviceAlarmTypes } from '@gatehouse/contract/device/alarm-types.ts'
import { expect, it } from 'vitest'
import { namedFace } from '@gatehouse/testkit/named-faces.ts'
import { createManualClock } from '@gatehouse/testkit/manual-clock.ts'
import { buildConfiguration, Refusal } from '../../test/scripted-server.ts'
import { createSite } from '../../test/site.ts'
import { temporaryFolder } from '../../test/temporary-folder.ts'
import { until } from '@gatehouse/testkit/until.ts'
import { defaultBehaviours } from '../behaviours/default-behaviours.ts'
import type { Behaviour } from './behaviour.ts'
import { simulateAlarms } from '../behaviours/simulate-alarms.ts'
import { openStateFolder } from '../node/state/open-state-folder.ts'
import { type TerminalState } from '../state/terminal-state.ts'

const site = createSite()
const hurried = { pollSeconds: 1 }

const told = () => site.server.alarms.map(({ code, state }) => [code, state])

it('[ALM-02] a fire alarm is raised by its input and released when the input ends', async () => {
  const terminal = await site.start(hurried)
  terminal.sense('fire', true)
  terminal.sense('fire', true)
  await terminal.idle()
  expect(told()).toEqual([[alarmCodes.fire, 'raised']])
  expect(site.server.alarms[0]?.canRelease).toBe(false)
  terminal.sense('fire', false)
  await terminal.idle()
  expect(told()).toEqual([
    [alarmCodes.fire, 'raised'],
    [alarmCodes.fire, 'released'],
  ])
  expect(site.server.alarms[0]?.id).toBe(site.server.alarms[1]?.id)
})

it('a door that opens without permission raises forced opening; one that stays open too long raises its alarm until it is closed', async () => {
  const clock = createManualClock()
  site.server.commands = [
    { id: randomUUID(), kind: 'open-once', expiresAt: Temporal.Now.instant().add({ hours: 24 }).toString() },
  ]
  site.server.configuration = buildConfiguration({ doorMagnetSeconds: 6 })
  const terminal = await site.start({ ...hurried, clock })
  await until(() => terminal.isDoorOpen)
  terminal.sense('door', true)
  clock.advance(5_999)
  await terminal.idle()
  expect(told()).toEqual([])
  clock.advance(1)
  await terminal.idle()
  expect(site.server.alarms).toMatchObject([
    { code: alarmCodes['door-open-too-long'], state: 'raised', description: '6 s', canRelease: false },
  ])
  terminal.sense('door', false)
  terminal.sense('door', true)
  await terminal.idle()
  expect(told().slice(1)).toEqual([
    [alarmCodes['door-open-too-long'], 'released'],
    [alarmCodes['forced-open'], 'raised'],
  ])
})

it('five wrong passwords in a row are an attack, four and a right one are not', async () => {
  const terminal = await site.start(hurried)
  for (const isWrong of [true, true, true, true, false, true, true, true, true])
    terminal.sense('wrong-password', isWrong)
  await terminal.idle()
  expect(told()).toEqual([])
  terminal.sense('wrong-password', true)
  await terminal.idle()
  expect(told()).toEqual([[alarmCodes['wrong-passwords'], 'raised']])
})

it('a face that is not live raises the alarm with its picture', async () => {
  site.server.configuration = buildConfiguration({ livenessCheck: true })
  const terminal = await site.start(hurried)
  await terminal.present(namedFace('photo of Li Wei'))
  await terminal.idle()
  expect(told()).toEqual([[alarmCodes.spoof, 'raised']])
})

it('[ALM-02] a remote command releases an alarm that can be released, and is refused while the cause lasts', async () => {
  const terminal = await site.start(hurried)
  terminal.sense('tamper', true)
  await terminal.idle()
  const alarmId = site.server.alarms[0]?.id ?? ''
  const command = () => ({
    id: randomUUID(),
    kind: 'release-alarm' as const,
    alarmId,
    expiresAt: Temporal.Now.instant().add({ minutes: 1 }).toString(),
  })
  site.server.commands = [command()]
  await until(() => site.server.results.length === 1)
  expect(site.server.results[0]).toMatchObject({ state: 'failed', result: 'its cause still lasts' })
  terminal.sense('tamper', false)
  site.server.commands = [command()]
  await until(() => site.server.results.length === 2)
  await terminal.idle()
  expect(site.server.results[1]).toMatchObject({ state: 'done' })
  expect(told().map(([, state]) => state)).toEqual(['raised', 'release-failed', 'released'])
  // The alarm that is asked for has ended: that is no failure.
  site.server.commands = [command()]
  await until(() => site.server.results.length === 3)
  expect(site.server.results[2]).toMatchObject({ state: 'done' })
})

it('alarms raised while the server is unavailable, and over a restart, arrive later: in order, once, with their numbers', async () => {
  const folder = temporaryFolder()
  const states: TerminalState[] = []
  const open = (): TerminalState => {
    const state = openStateFolder(folder)
    states.push(state)
    return state
  }
  const terminal = await site.start({ ...hurried, state: open() })
  site.server.before = (path) => {
    if (path === '/v1/alarms') throw new Refusal('server.busy')
  }
  terminal.sense('fire', true)
  terminal.sense('fire', false)
  terminal.sense('camera-blocked', true)
  await terminal.stop()
  states[0]?.close()

  site.server.before = () => {}
  const again = await site.start({ ...hurried, state: open() })
  expect(site.server.alarms.map(({ sequence, code, state }) => [sequence, code, state])).toEqual([
    [1, alarmCodes.fire, 'raised'],
    [2, alarmCodes.fire, 'released'],
    [3, alarmCodes['camera-blocked'], 'raised'],
  ])
  // The terminal still knows its raised alarms: the end of the cause releases that very alarm.
  again.sense('camera-blocked', false)
  await again.idle()
  expect(site.server.alarms[3]).toMatchObject({ id: site.server.alarms[2]?.id, state: 'released' })
  await again.stop()
  states[1]?.close()
})

it('[ALM-01] every kind of alarm can be tried out, each with the code of the reference', async () => {
  const planned = deviceAlarmTypes.map((type) => ({ type, seconds: null }))
  await site.start({ ...hurried, behaviours: [...defaultBehaviours, simulateAlarms(planned)] })
  expect(site.server.alarms.map(({ code }) => code)).toEqual([
    10001, 10002, 10003, 10004, 10005, 10006, 20001, 20002, 20003, 40001, 50001, 50002, 50003,
  ])
})

it('Alarms of decisions are told each time, with their person; nothing at the terminal tells of duress', async () => {
  const shown: string[] = []
  const personId = randomUUID()
  const calling: Behaviour = {
    name: 'calls for help',
    start(terminal) {
      for (const type of ['anti-passback', 'anti-passback', 'duress'] as const)
        terminal.alarms.note(type, { personId, description: null, image: null })
    },
  }
  const terminal = site.build({ ...hurried, behaviours: [...defaultBehaviours, calling] })
  terminal.on('alarmed', (type) => shown.push(type))
  await terminal.start()
  await terminal.idle()
  expect(told()).toEqual([
    [alarmCodes['anti-passback'], 'raised'],
    [alarmCodes['anti-passback'], 'raised'],
    [alarmCodes.duress, 'raised'],
  ])
  expect(site.server.alarms.every((alarm) => alarm.personId === personId && !alarm.canRelease)).toBe(true)
  expect(terminal.state.activeAlarms).toEqual([])
  expect(shown).toEqual(['anti-passback', 'anti-passback'])
})
