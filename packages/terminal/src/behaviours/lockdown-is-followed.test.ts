import { until } from '@gatehouse/testkit/until.ts'
import { expect, it } from 'vitest'
import { Refusal } from '../../test/scripted-server.ts'
import { createSite } from '../../test/site.ts'
import { printingRelay } from '../door/relay.ts'

const site = createSite()
const lockdown = (revision: string) => ({
  lockdowns: [{ id: crypto.randomUUID(), exemptGroupIds: [], sinceAt: '2026-11-20T10:00:00Z' }],
  emergency: null,
  revision,
})
const nothing = { lockdowns: [], emergency: null, revision: 'none' }
const asked = () => site.server.calls.filter((path) => path === '/v1/lockdown').length

it('A terminal that has never been in a lockdown asks for none', async () => {
  await site.start()
  expect(asked()).toBe(0)
})

it('A terminal reports a lockdown once it is kept and the lock has obeyed, and its end', async () => {
  let isBroken = true
  const relay = {
    ...printingRelay(() => {}),
    close: async () => (isBroken ? Promise.reject(new Error('no answer from the relay')) : undefined),
  }
  const terminal = await site.start({ relay, pollSeconds: 1 })
  terminal.state.doorMode = 'held-open'
  await terminal.stop()
  await terminal.start()
  await terminal.idle()
  site.server.lockdown = lockdown('a')
  await until(() => terminal.state.lockdown?.revision === 'a')
  expect(site.server.lockdownReports).toEqual([])
  isBroken = false
  await until(() => site.server.lockdownReports.length > 0)
  expect([site.server.lockdownReports, terminal.isDoorOpen]).toEqual([['a'], false])
  site.server.lockdown = nothing
  await until(() => site.server.lockdownReports.length === 2)
  expect([site.server.lockdownReports, terminal.isDoorOpen]).toEqual([['a', 'none'], true])
})

it('A terminal that was switched off before its report arrived reports when it is back', async () => {
  const terminal = await site.start({ pollSeconds: 1 })
  site.server.before = (path) => {
    if (path === '/v1/lockdown/state') throw new Refusal('server.busy')
  }
  site.server.lockdown = lockdown('a')
  await until(() => terminal.state.lockdown?.revision === 'a')
  terminal.die()
  site.server.before = () => {}
  const again = await site.start({ state: terminal.state })
  expect(site.server.lockdownReports).toEqual(['a'])
  await again.stop()
})

it('A server of an earlier release, which knows no lockdowns, is not asked again and again', async () => {
  site.server.before = (path) => {
    if (path === '/v1/news' || path === '/v1/lockdown') throw new Refusal('request.not-found')
  }
  const terminal = await site.start()
  await terminal.idle()
  expect([asked(), terminal.state.lockdown]).toEqual([1, null])
})
