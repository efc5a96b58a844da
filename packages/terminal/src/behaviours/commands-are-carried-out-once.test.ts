import { randomUUID } from 'node:crypto'
import { expect, it } from 'vitest'
import { defaultBehaviours } from './default-behaviours.ts'
import { clockSkewed } from '../faults/clock-skewed.ts'
import { createMemoryState } from '../state/memory-state.ts'
import { namedFace } from '@gatehouse/testkit/named-faces.ts'
import { Refusal, onePage } from '../../test/scripted-server.ts'
import { buildPerson, createSite } from '../../test/site.ts'

const site = createSite()

const command = (kind: 'open-once' | 'restart' | 'sync-now' | 'unbind', minutes = 1) => ({
  id: randomUUID(),
  kind,
  expiresAt: Temporal.Now.instant().add({ minutes }).toString(),
})

it('A command opens the door once, also if its acknowledgement is lost', async () => {
  let opened = 0
  const relay = { open: async () => void opened++, hold: async () => {}, close: async () => {} }
  site.server.commands = [command('open-once')]
  let lost = 0
  site.server.before = (path) => {
    if (path.endsWith('/result') && lost++ < 2) throw new Refusal('server.busy')
  }
  await site.start({ relay })
  expect(opened).toBe(1)
  expect(lost).toBe(3)
  expect(site.server.results).toMatchObject([{ state: 'done', result: null }])
})

it('A command that the disk does not take at first is carried out once it does', async () => {
  let opened = 0
  const relay = { open: async () => void opened++, hold: async () => {}, close: async () => {} }
  const state = createMemoryState()
  const { begin } = state.commands
  const saved = state.saved.bind(state)
  state.commands.begin = (id) => {
    // The write that is under way fails, once.
    state.saved = () => {
      state.saved = saved
      return Promise.reject(new Error('the disk did not take it'))
    }
    state.commands.begin = begin
    return begin(id)
  }
  site.server.commands = [command('open-once')]
  await site.start({ relay, state })
  expect(opened).toBe(1)
  expect(site.server.results).toMatchObject([{ state: 'done', result: null }])
})

it('A command that arrived too late by the server’s clock is not carried out', async () => {
  let opened = 0
  const relay = { open: async () => void opened++, hold: async () => {}, close: async () => {} }
  site.server.commands = [command('open-once', 3)]
  await site.start({ relay, behaviours: [clockSkewed(-30), ...defaultBehaviours] })
  expect(opened).toBe(1)
  // By the terminal's own clock, half an hour behind, this command would still be valid.
  site.server.commands = [command('open-once', -5)]
  await site.start({ relay, behaviours: [clockSkewed(-30), ...defaultBehaviours] })
  expect(opened).toBe(1)
  expect(site.server.results.at(-1)).toMatchObject({ state: 'failed', result: 'it came too late' })
})

it('A terminal that was restarted by a command goes on as before', async () => {
  site.server.people = onePage(buildPerson('Li Wei'))
  site.server.commands = [command('restart')]
  const terminal = site.build()
  const restarted = terminal.next('restarted')
  await terminal.start()
  await restarted
  await terminal.idle()
  expect(site.server.results).toMatchObject([{ state: 'done' }])
  expect(await terminal.present(namedFace('Li Wei'))).toMatchObject({ opened: true })
})

it('A terminal that is unbound delivers what it has recorded and deletes everything else', async () => {
  site.server.people = onePage(buildPerson('Li Wei'))
  const state = createMemoryState()
  const terminal = await site.start({ state, pollSeconds: 0.05 })
  site.server.before = (path) => {
    if (path === '/v1/records' && site.server.commands.length === 0) throw new Refusal('server.busy')
  }
  await terminal.present(namedFace('Li Wei'))
  const unbound = terminal.next('unbound')
  site.server.commands = [command('unbind')]
  await unbound
  expect(site.server.records.size).toBe(1)
  expect(state.identity).toBeNull()
  expect(state.configuration).toBeNull()
  expect([...state.people.all()]).toEqual([])
  await expect(terminal.start()).resolves.toBeUndefined() // it pairs with the code, like a new terminal
})

it('A terminal is unbound also if the server has unbound it and the answer is lost', async () => {
  const state = createMemoryState()
  const terminal = site.build({ state })
  const unbound = terminal.next('unbound')
  site.server.commands = [command('unbind')]
  site.server.before = (path) => {
    if (site.server.results.length > 0) throw new Refusal('device.credentials-wrong')
    if (path.endsWith('/result')) {
      site.server.results.push({ id: '', state: 'done', result: null })
      throw new Refusal('server.busy')
    }
  }
  await terminal.start()
  await unbound
  expect(state.identity).toBeNull()
})

it('The command sync-now succeeds over a line that fails at first', async () => {
  const terminal = await site.start({ pollSeconds: 0.05 })
  let failures = 0
  site.server.before = (path) => {
    if (path === '/v1/people' && failures++ < 2) throw new Refusal('server.busy')
  }
  site.server.commands = [command('sync-now')]
  expect(await terminal.next('commanded')).toEqual(['sync-now', 'done'])
})
