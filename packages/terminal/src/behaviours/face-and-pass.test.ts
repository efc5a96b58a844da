import { createHash, randomUUID } from 'node:crypto'
import { usePass, type DevicePerson, type DeviceSettings } from '@gatehouse/contract/device/link.ts'
import { createManualClock } from '@gatehouse/testkit/manual-clock.ts'
import { noDoorRules } from '@gatehouse/engine/door/door-question.ts'
import { namedFace, namedFaceModel, namedFaceRecogniser, wireEmbedding } from '@gatehouse/testkit/named-faces.ts'
import { until } from '@gatehouse/testkit/until.ts'
import { afterAll, afterEach, beforeAll, expect, it } from 'vitest'
import {
  buildConfiguration,
  onePage,
  staffGroupId,
  startScriptedServer,
  type ScriptedServer,
} from '../../test/scripted-server.ts'
import { createTerminal, type Terminal } from '../core/terminal.ts'
import { createMemoryState } from '../state/memory-state.ts'

let server: ScriptedServer
let terminal: Terminal
beforeAll(async () => void (server = await startScriptedServer()))
afterEach(() => terminal.stop())
afterAll(() => server.stop())

const outside = { areaIds: [], enteredAt: null }
const codes = { anna: `GHP1.${'a'.repeat(22)}`, berta: `GHP1.${'b'.repeat(22)}` }

function visitor(name: string, code: string, { maxUses = 2, validToAt = '2199-01-01T00:00:00Z' } = {}): DevicePerson {
  const pass = {
    id: randomUUID(),
    codeHash: createHash('sha256').update(code).digest('hex'),
    maxUses,
    usedCount: 0,
    isRevoked: false,
    validFromAt: '2020-01-01T00:00:00Z',
    validToAt,
  }
  return {
    id: randomUUID(),
    kind: 'visitor',
    name,
    prompt: null,
    groupIds: [staffGroupId],
    passes: [pass],
    validFromAt: null,
    validToAt: null,
    suspensions: [],
    leftAt: null,
    portraitId: null,
    displayPortraitId: null,
    embeddings: [wireEmbedding(name)],
    modelId: namedFaceModel,
    cardHash: null,
    pin: null,
    cardKey: null,
    pinKey: null,
  }
}

async function open(
  settings: Partial<DeviceSettings> = {},
  { maxUses = 2, entersAreaId = '', validSeconds = 1e9 } = {},
) {
  const clock = createManualClock()
  const validToAt = new Date(clock.nowMs() + validSeconds * 1000).toISOString()
  const bounds = { maxUses, validToAt }
  server.people = onePage(visitor('Anna', codes.anna, bounds), visitor('Berta', codes.berta, bounds))
  server.configuration = buildConfiguration({
    verificationMode: 'face-and-qr-code',
    repeatSeconds: 0,
    autoStandby: false,
    autoRestart: false,
    ...settings,
  })
  // Somebody who is inside does not come in again: each claim of a place counts.
  const antiPassback = { mode: 'hard' as const, exemptGroupIds: [], whenUnknown: 'opens' as const }
  if (entersAreaId)
    server.configuration.access.door = { ...noDoorRules, leavesAreaId: null, entersAreaId, antiPassback }
  server.around = entersAreaId ? () => ({ person: outside, occupancy: 0, openDoorIds: [] }) : null
  server.questions.length = 0
  server.records.clear()
  server.calls.length = 0
  const requested: string[] = []
  let held: string | null = null
  terminal = createTerminal({
    serverUrl: server.url,
    pairingCode: 'ABC234',
    state: createMemoryState(),
    recogniser: namedFaceRecogniser,
    codeReader: { read: async () => (held === null ? [] : [held]) },
    clock,
  })
  terminal.on('factor-requested', (factor, who) => requested.push(factor ? `${factor} of ${who}` : 'nothing'))
  await terminal.start()
  await terminal.idle()
  const uses = () => server.calls.filter((path) => path === usePass.path).length
  /** A picture of a code, and of a face beside it where one is given. */
  const pass = async (of: keyof typeof codes, name = 'nobody') => {
    held = codes[of]
    const sighting = await terminal.present(namedFace(name))
    held = null
    return sighting
  }
  return { clock, requested, uses, pass }
}
const face = (name: string) => terminal.present(namedFace(name))
async function recorded() {
  await terminal.idle()
  return [...server.records.values()]
    .toSorted((a, b) => a.sequence - b.sequence)
    .map(({ entryMode, abnormal, reasons }) => [entryMode, abnormal, reasons[0]?.code])
}

it('[DEV-03] a pass for one use that is held up after it has opened the door beside a face is neither refused nor recorded again', async () => {
  const { uses, pass, clock } = await open({ repeatSeconds: 10 }, { maxUses: 1 })
  await pass('anna')
  expect(await pass('anna', 'Anna')).toMatchObject({ opened: true })
  expect(await pass('anna', 'Anna'), 'it is still held there').toMatchObject({ opened: true, sequence: null })
  clock.advance(9_999)
  expect(await pass('anna'), 'so is it without the face').toMatchObject({ opened: true, sequence: null })
  expect([uses(), await recorded()]).toEqual([1, [['face-and-qr-code', 'none', 'pass-holds']]])
  clock.advance(1)
  expect(await pass('anna', 'Anna')).toMatchObject({ opened: false, verdict: { reasons: [{ code: 'pass-used-up' }] } })
  expect(uses()).toBe(1)
})

it('[DEV-03] a pass that is gone, or ends, before the face is seen takes no place inside', async () => {
  const { uses, pass, clock } = await open({}, { entersAreaId: randomUUID(), validSeconds: 10 })
  const claims = () => server.questions.map(({ claim }) => claim)
  await pass('berta')
  const { people } = terminal.state
  const berta = [...people.all()].find(({ name }) => name === 'Berta')!
  const step = { begins: false, ends: true, removals: [], cursor: '2..0', hashing: null, capacity: 9 }
  people.apply({ ...step, upserts: [{ person: { ...berta, passes: [] }, failure: null }] })
  expect(await face('Berta')).toMatchObject({ opened: false, verdict: { reasons: [{ code: 'pass-unknown' }] } })
  await until(() => claims().length === 2)
  await pass('anna')
  clock.advance(10_000)
  expect(await face('Anna')).toMatchObject({ opened: false, verdict: { reasons: [{ code: 'pass-over' }] } })
  await until(() => claims().length === 4)
  expect([claims(), uses()]).toEqual([[true, false, true, false], 0])
})

it('[DEV-03] a pass alone opens nothing where a face is asked for beside it, and no use of it is counted', async () => {
  const { requested, uses, pass, clock } = await open()
  expect(await pass('anna')).toBeNull()
  expect(await pass('anna'), 'it is still held there').toBeNull()
  expect(requested).toEqual(['face of Anna'])
  clock.advance(15_000)
  expect(requested).toEqual(['face of Anna', 'nothing'])
  expect([uses(), await recorded()]).toEqual([0, []])
})

it('[DEV-03] a face and a pass open together, in either order and in one picture, for one use each time', async () => {
  const { requested, uses, pass } = await open()
  await pass('anna')
  expect(await face('Anna')).toMatchObject({ opened: true, person: { name: 'Anna' }, cosine: expect.closeTo(1, 3) })
  expect(uses()).toBe(1)
  expect(await face('Berta')).toBeNull()
  expect(requested.at(-1)).toBe('qr-code of Berta')
  expect(await pass('berta')).toMatchObject({ opened: true, person: { name: 'Berta' } })
  expect(uses()).toBe(2)
  expect(await pass('anna', 'Anna')).toMatchObject({ opened: true })
  expect(uses()).toBe(3)
  const [first] = await recorded()
  expect(first).toEqual(['face-and-qr-code', 'none', 'pass-holds'])
  expect((await recorded()).map(([entryMode]) => entryMode)).toEqual(
    Array.from({ length: 3 }, () => 'face-and-qr-code'),
  )
  expect(await pass('anna')).toMatchObject({ opened: false, verdict: { abnormal: 'invalid-qr-code' } })
})

it('[DEV-03] the pass of somebody else does not match a face, and no use of it is counted', async () => {
  const { uses, pass } = await open()
  await pass('anna')
  expect(await face('Berta')).toMatchObject({ opened: false, verdict: { abnormal: 'face-qr-code-mismatch' } })
  await face('Berta')
  expect(await pass('anna')).toMatchObject({ opened: false, verdict: { abnormal: 'face-qr-code-mismatch' } })
  expect(uses()).toBe(0)
  expect((await recorded()).map(([, , code]) => code)).toEqual(['pass-of-another', 'pass-of-another'])
})

it('[DEV-03] a pass opens by itself where either is enough', async () => {
  const { uses, pass } = await open({ verificationMode: 'face-or-qr-code' })
  expect(await pass('anna')).toMatchObject({ opened: true })
  expect(uses()).toBe(1)
})
