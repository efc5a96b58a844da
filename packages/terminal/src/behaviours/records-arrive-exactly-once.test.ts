import { expect, it } from 'vitest'
import { defaultBehaviours } from './default-behaviours.ts'
import { clockSkewed } from '../faults/clock-skewed.ts'
import { cutsBatchInTheMiddle } from '../faults/cuts-batch.ts'
import { dies } from '../faults/dies.ts'
import { dropsEvery } from '../faults/drops-every.ts'
import { sendsTwice } from '../faults/sends-twice.ts'
import { createMemoryState } from '../state/memory-state.ts'
import { createManualClock } from '@gatehouse/testkit/manual-clock.ts'
import { until } from '@gatehouse/testkit/until.ts'
import { namedFace } from '@gatehouse/testkit/named-faces.ts'
import { Refusal } from '../../test/scripted-server.ts'
import { createSite } from '../../test/site.ts'

const site = createSite()

const faces = Array.from({ length: 12 }, (_, i) => `Visitor ${i}`)
const cases = [
  ['where every third request is lost', dropsEvery(3, 'request')],
  ['where every third answer is lost', dropsEvery(3, 'answer')],
  ['where everything is sent twice', sendsTwice()],
  ['where batches are cut in the middle', cutsBatchInTheMiddle(2)],
] as const

it.each(cases)('Every record arrives exactly once %s', async (_title, fault) => {
  const terminal = await site.start({ behaviours: [fault, ...defaultBehaviours], batchSize: 5 })
  for (const face of faces) await terminal.present(namedFace(face))
  await terminal.idle()
  expect(site.sequences()).toEqual(faces.map((_, i) => i + 1))
  expect(new Set([...site.server.records.values()].map(({ id }) => id)).size).toBe(faces.length)
  expect(site.server.batchSizes.every((size) => size <= 5)).toBe(true)
})

it('Every record arrives exactly once if the terminal dies while it sends', async () => {
  const state = createMemoryState()
  const paired = await site.start({ state })
  await paired.stop()
  await site.server.stop()
  const offline = site.build({ state })
  await offline.start()
  for (const face of faces) await offline.present(namedFace(face))
  await offline.stop()

  await site.restartServer()
  const dying = site.build({ state, batchSize: 5, behaviours: [dies({ afterSends: 3 }), ...defaultBehaviours] })
  const before = site.server.recordsSeen
  await dying.start()
  await expect(dying.idle()).rejects.toThrow('stopped')
  expect(state.records.waiting).toBeGreaterThan(0)
  await site.start({ state })
  expect(site.sequences()).toEqual(faces.map((_, i) => i + 1))
  expect(site.server.recordsSeen).toBeGreaterThanOrEqual(before + faces.length)
})

it('Waiting records wait longer while somebody is there, if the processor is to be spared', async () => {
  const state = createMemoryState()
  const paired = await site.start({ state })
  await paired.stop()
  await site.server.stop()
  const offline = site.build({ state })
  await offline.start()
  for (const face of faces) await offline.present(namedFace(face))
  await offline.stop()

  await site.restartServer()
  const clock = createManualClock()
  const sparing = site.build({ state, clock, batchSize: 5, isSparing: true })
  const sentAtMs: number[] = []
  site.server.before = (path) => {
    if (path !== '/v1/records') return
    if (sentAtMs.length === 0) sparing.touch()
    sentAtMs.push(clock.nowMs())
  }
  await sparing.start()
  await until(() => {
    clock.advance(100)
    return state.records.waiting === 0
  }, 'all are delivered')
  const [first = 0, second = 0] = sentAtMs
  expect(second - first).toBeGreaterThanOrEqual(1_500)
  expect(site.sequences()).toEqual(faces.map((_, i) => i + 1))
})

it('Only the record that the server refuses stays behind', async () => {
  const terminal = await site.start()
  site.server.before = (path, body) => {
    if (path === '/v1/records' && JSON.stringify(body).includes('"sequence":3,')) throw new Refusal('request.invalid')
  }
  for (const face of faces) await terminal.present(namedFace(face))
  await terminal.idle()
  expect(site.sequences()).toEqual([1, 2, 4, 5, 6, 7, 8, 9, 10, 11, 12])
  expect(terminal.state.records.setAsideCount).toBe(1)

  site.server.before = () => {}
  await terminal.stop()
  await terminal.start()
  await terminal.idle()
  expect(site.sequences()).toHaveLength(12)
})

it('A record carries the terminal’s own time if its clock is wrong', async () => {
  const lines: string[] = []
  const log = (line: string) => lines.push(line)
  const terminal = await site.start({ log, behaviours: [clockSkewed(-2 * 24 * 60), ...defaultBehaviours] })
  await terminal.present(namedFace('A'))
  await terminal.idle()
  const [record] = site.server.records.values()
  const ageHours = Temporal.Instant.from(record?.recognisedAt ?? '')
    .until(Temporal.Now.instant())
    .total('hours')
  expect(ageHours).toBeCloseTo(48, 1)
  expect(lines).toEqual(["this clock is 2880 minutes behind the server's: set it"])
})
