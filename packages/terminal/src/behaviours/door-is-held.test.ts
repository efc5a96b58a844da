import { randomUUID } from 'node:crypto'
import { expect, it } from 'vitest'
import { createMemoryState } from '../state/memory-state.ts'
import { namedFace } from '@gatehouse/testkit/named-faces.ts'
import { onePage, type ScriptedServer } from '../../test/scripted-server.ts'
import { buildPerson, createSite } from '../../test/site.ts'

const site = createSite()

const reported = () => site.server.settingsReports.at(-1)

const holding = (kind: 'hold-open' | 'hold-closed' | 'normal'): ScriptedServer['commands'][number] => ({
  id: randomUUID(),
  kind,
  alarmId: null,
  expiresAt: Temporal.Now.instant().add({ minutes: 5 }).toString(),
})

it('A door that is held closed opens for nobody, also after a restart, and opens again back to normal', async () => {
  const state = createMemoryState()
  site.server.people = onePage(buildPerson('Li Wei'))
  site.server.commands = [holding('hold-closed')]
  const first = await site.start({ state })
  expect(site.server.results.at(-1)).toMatchObject({ state: 'done' })
  expect(reported()).toMatchObject({ doorMode: 'held-closed' })
  expect(await first.present(namedFace('Li Wei'))).toMatchObject({
    opened: false,
    verdict: { abnormal: 'door-held-closed' },
  })
  await first.stop()
  const second = await site.start({ state })
  expect(await second.present(namedFace('Li Wei'))).toMatchObject({ opened: false })
  await second.stop()
  site.server.commands = [holding('normal')]
  const third = await site.start({ state })
  expect(await third.present(namedFace('Li Wei'))).toMatchObject({ opened: true })
})

it('A door that is held open stays open', async () => {
  site.server.commands = [holding('hold-open')]
  const terminal = await site.start()
  expect(terminal.isDoorOpen).toBe(true)
  expect(reported()).toMatchObject({ doorMode: 'held-open' })
})
