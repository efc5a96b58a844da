import { ownSettingsSchema } from '@gatehouse/contract/device/own-settings.ts'
import { expect, it } from 'vitest'
import { createManualClock } from '@gatehouse/testkit/manual-clock.ts'
import { namedFace } from '@gatehouse/testkit/named-faces.ts'
import { buildConfiguration, ldid, onePage } from '../../test/scripted-server.ts'
import { buildPerson, createSite } from '../../test/site.ts'

const site = createSite()

const reported = () => site.server.settingsReports.at(-1)
const shows = async (
  settings: Parameters<typeof buildConfiguration>[0],
  name = 'Li Wei',
  people = onePage(buildPerson('Li Wei')),
) => {
  site.server.people = people
  site.server.configuration = buildConfiguration(settings)
  const terminal = await site.start()
  const prompts: string[] = []
  terminal.on('prompted', (text, isSpoken) => prompts.push(`${isSpoken ? 'says' : 'shows'} ${text}`))
  const sighting = await terminal.present(namedFace(name))
  return { prompts, sighting }
}

it('[DEV-03] Settings are applied, and the settings in force are reported with the requested schema', async () => {
  site.server.wantsSchema = true
  site.server.configuration = buildConfiguration({ revision: 7, doorOpenSeconds: 9 })
  await site.start()
  expect(site.server.calls).toContain('/v1/settings/schema')
  expect(reported()).toMatchObject({ revision: 7, values: { doorOpenSeconds: 9 }, refused: [], doorMode: 'normal' })
})

it('[DEV-03] A setting that this terminal cannot follow stays unchanged, and is reported with the reason', async () => {
  site.server.configuration = buildConfiguration({ fillLight: 'on', doorOpenSeconds: 9 })
  const terminal = await site.start({ schema: ownSettingsSchema, unsupported: { fillLight: 'no light here' } })
  expect(terminal.state.configuration?.settings).toMatchObject({ fillLight: 'auto', doorOpenSeconds: 9 })
  expect(reported()).toMatchObject({
    values: { fillLight: 'auto' },
    refused: [{ key: 'fillLight', reason: 'no light here' }],
  })
})

it('[DEV-03] Prompts are shown or spoken as set', async () => {
  expect((await shows({ successText: 'Welcome' })).prompts).toEqual(['says Welcome Li Wei'])
  expect((await shows({ showName: 'masked', voiceBroadcast: false })).prompts).toEqual(['shows L***'])
  expect((await shows({ showName: 'none' })).prompts).toEqual([])
  const wang = onePage(buildPerson('Wang', { prompt: 'Happy birthday' }))
  expect((await shows({ successText: 'Welcome' }, 'Wang', wang)).prompts).toEqual(['says Happy birthday'])
  expect((await shows({ failureText: 'Please see the reception' }, 'Stranger')).prompts).toEqual([
    'says Please see the reception',
  ])
})

it('[DEV-03] A face alone opens nothing if a card is needed as well', async () => {
  expect((await shows({ verificationMode: 'face-and-card' })).sighting).toBeNull()
  expect((await shows({ verificationMode: 'face-or-card' })).sighting).toMatchObject({ opened: true })
})

it('[DEV-03] A face beyond the recognition distance is ignored', async () => {
  expect((await shows({ minFaceWidth: 0, recognitionDistance: 3 })).sighting).not.toBeNull()
  expect((await shows({ minFaceWidth: 2000, recognitionDistance: 3 })).sighting).toBeNull()
})

it('[DEV-03] A terminal restarts at the time of its own zone, if that is switched on', async () => {
  const clock = createManualClock(Temporal.Instant.from('2026-11-20T17:59:00Z').epochMilliseconds)
  site.server.configuration = buildConfiguration({ restartTime: '02:00', timeZone: 'Asia/Shanghai' })
  const terminal = await site.start({ clock })
  const restarted = terminal.next('restarted')
  clock.advance(60_000)
  await restarted
  expect(terminal.ldid).toBe(ldid)
})

it('[DEV-03] The screen goes dark after its time, and a face wakes it', async () => {
  const clock = createManualClock()
  site.server.people = onePage(buildPerson('Li Wei'))
  site.server.configuration = buildConfiguration({ standbySeconds: 30, autoRestart: false })
  const terminal = await site.start({ clock })
  const said: string[] = []
  terminal.on('asleep', () => said.push('asleep'))
  terminal.on('awake', () => said.push('awake'))
  clock.advance(29_000)
  expect(said).toEqual([])
  clock.advance(1_000)
  await terminal.present(namedFace('Li Wei'))
  expect(said).toEqual(['asleep', 'awake'])
})
