import { expect, it, onTestFinished, vi } from 'vitest'
import { createManualClock } from '@gatehouse/testkit/manual-clock.ts'
import { namedFace } from '@gatehouse/testkit/named-faces.ts'
import { Refusal, buildConfiguration, onePage } from '../../test/scripted-server.ts'
import { buildPerson, createSite } from '../../test/site.ts'

const site = createSite()

it('[DEV-07] A terminal asks for changes with one call from time to time, and pulls nothing while there are none', async () => {
  const clock = createManualClock()
  // Halfway between the shortest and the longest pause: 37 s contain one call, and never two.
  const chance = vi.spyOn(Math, 'random').mockReturnValue(0.5)
  onTestFinished(() => chance.mockRestore())
  const terminal = await site.start({ clock, pollSeconds: 30 })
  const callsOfPoll = async () => {
    site.server.calls.length = 0
    clock.advance(37_000)
    await terminal.idle()
    return site.server.calls
  }
  expect(await callsOfPoll()).toEqual(['/v1/news'])
  site.server.configuration = buildConfiguration({ revision: 2, name: 'Gate' })
  expect(await callsOfPoll()).toEqual(['/v1/news', '/v1/configuration', '/v1/settings/state'])
  expect(await callsOfPoll()).toEqual(['/v1/news'])
})

it('[DEV-07] A terminal pulls everything from a server that is too old to be asked for changes', async () => {
  site.server.people = onePage(buildPerson('Li Wei'))
  site.server.before = (path) => {
    if (path === '/v1/news') throw new Refusal('request.not-found')
  }
  const terminal = await site.start()
  expect(site.server.calls).toEqual(expect.arrayContaining(['/v1/configuration', '/v1/people', '/v1/commands']))
  expect(await terminal.present(namedFace('Li Wei'))).toMatchObject({ opened: true })
})
