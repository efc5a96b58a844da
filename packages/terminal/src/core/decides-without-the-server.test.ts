import { expect, it } from 'vitest'
import { createMemoryState } from '../state/memory-state.ts'
import { until } from '@gatehouse/testkit/until.ts'
import { namedFace } from '@gatehouse/testkit/named-faces.ts'
import { Refusal, onePage } from '../../test/scripted-server.ts'
import { buildPerson, createSite } from '../../test/site.ts'

const site = createSite()

it('[PASS-03] A terminal without a server decides at once after a restart, and delivers everything when the server is available again', async () => {
  site.server.people = onePage(buildPerson('Li Wei'))
  const state = createMemoryState()
  await (await site.start({ state })).stop()
  await site.server.stop()

  const terminal = site.build({ state })
  await terminal.start()
  expect(await terminal.present(namedFace('Li Wei'))).toMatchObject({ opened: true, sequence: 1 })
  expect(await terminal.present(namedFace('Stranger'))).toMatchObject({ opened: false, sequence: 2 })
  expect(state.records.waiting).toBe(2)

  await site.restartServer()
  await terminal.idle()
  expect(site.sequences()).toEqual([1, 2])
})

it('[PASS-03] A terminal reports once that it is offline, not for each attempt', async () => {
  const lines: string[] = []
  const terminal = await site.start({ log: (line) => lines.push(line) })
  const offline: string[] = []
  terminal.on('offline', (reason) => offline.push(reason))
  await site.server.stop()
  await terminal.present(namedFace('A'))
  await terminal.present(namedFace('B'))
  await until(() => offline.length > 0, 'offline')
  await site.restartServer()
  await terminal.idle()
  expect(offline).toHaveLength(1)
  expect(lines).toEqual([])
})

it('A terminal that its server no longer knows reports it, and goes on deciding', async () => {
  site.server.people = onePage(buildPerson('Li Wei'))
  const terminal = await site.start()
  site.server.before = () => {
    throw new Refusal('device.credentials-wrong')
  }
  const rejected = terminal.next('credentials-rejected')
  expect(await terminal.present(namedFace('Li Wei'))).toMatchObject({ opened: true })
  expect(await rejected).toEqual([true])
  expect(await terminal.present(namedFace('Li Wei'))).toMatchObject({ opened: true })
  expect(terminal.state.identity).not.toBeNull()
})
