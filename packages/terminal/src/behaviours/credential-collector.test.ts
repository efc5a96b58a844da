import { createHash, pbkdf2Sync, randomUUID } from 'node:crypto'
import type { DevicePerson, DeviceSettings } from '@gatehouse/contract/device/link.ts'
import { alarmCodes } from '@gatehouse/contract/device/alarm-types.ts'
import { maxWrongPins, wrongPinsMs } from '@gatehouse/engine/passage/verification.ts'
import { afterAll, afterEach, beforeAll, expect, it } from 'vitest'
import {
  namedFace,
  namedFaceModel,
  namedFacePlace,
  namedFaceRecogniser,
  wireEmbedding,
} from '@gatehouse/testkit/named-faces.ts'
import { createManualClock } from '@gatehouse/testkit/manual-clock.ts'
import {
  buildConfiguration,
  onePage,
  staffGroupId,
  startScriptedServer,
  type ScriptedServer,
} from '../../test/scripted-server.ts'
import { createMemoryState } from '../state/memory-state.ts'
import { createTerminal, type Terminal } from '../core/terminal.ts'

let server: ScriptedServer
let terminal: Terminal
beforeAll(async () => void (server = await startScriptedServer()))
afterEach(() => terminal.stop())
afterAll(() => server.stop())

function person(name: string, card: string | null, pin: string | null): DevicePerson {
  const salt = createHash('md5').update(name).digest()
  return {
    id: randomUUID(),
    kind: 'staff',
    name,
    prompt: null,
    groupIds: [staffGroupId],
    passes: [],
    validFromAt: null,
    validToAt: null,
    suspensions: [],
    leftAt: null,
    portraitId: null,
    displayPortraitId: null,
    embeddings: [wireEmbedding(name)],
    modelId: namedFaceModel,
    cardKey: null,
    pinKey: null,
    cardHash: card && createHash('sha256').update(card).digest('hex'),
    pin: pin && `${salt.toString('hex')}.${pbkdf2Sync(pin, salt, 100_000, 32, 'sha256').toString('hex')}`,
  }
}
const liWei = person('Li Wei', '0012AB', '4711')
const wangFang = person('Wang Fang', '0099', null)
const adaMoss = person('Ada Moss', '77', '123459')

/** A terminal of this verification mode, with a manual clock and its factor requests. */
async function open(verificationMode: DeviceSettings['verificationMode'], settings: Partial<DeviceSettings> = {}) {
  server.people = onePage(liWei, wangFang, adaMoss)
  server.configuration = buildConfiguration({ verificationMode, autoStandby: false, autoRestart: false, ...settings })
  server.records.clear()
  const clock = createManualClock()
  const requested: string[] = []
  terminal = createTerminal({
    serverUrl: server.url,
    pairingCode: 'ABC234',
    state: createMemoryState(),
    recogniser: namedFaceRecogniser,
    clock,
  })
  terminal.on('factor-requested', (factor, who) => requested.push(factor ? `${factor} of ${who}` : 'nothing'))
  await terminal.start()
  await terminal.idle()
  return { clock, requested }
}
const face = (name: string) => terminal.present(namedFace(name))
const card = (text: string) => terminal.take({ kind: 'ic-card', text }, namedFace('a picture'))
const pin = (text: string) => terminal.take({ kind: 'pin', text }, namedFace('a picture'))
/** The entry modes and anomalies of the records, oldest first. */
async function recorded() {
  await terminal.idle()
  return [...server.records.values()]
    .toSorted((a, b) => a.sequence - b.sequence)
    .map(({ entryMode, abnormal, reasons }) => [entryMode, abnormal, reasons.at(-1)?.code])
}

it('[DEV-03] a card opens the door if the mode needs no more, typed in either case; an unknown card does not', async () => {
  await open('face-or-card')
  expect(await card('0012ab')).toMatchObject({ opened: true, person: { name: 'Li Wei' } })
  expect(await card('123456')).toMatchObject({ opened: false, person: null })
  expect(await recorded()).toEqual([
    ['ic-card', 'none', 'group-without-policy'],
    ['ic-card', 'invalid-ic-card', 'card-unknown'],
  ])
  const places = [...server.records.values()].map(({ faceBox }) => faceBox)
  expect(places, 'the whole scene, with whoever held the card').toEqual([namedFacePlace, namedFacePlace])
})

it('[DEV-03] a card opens nothing if the mode does not include cards', async () => {
  await open('face')
  expect(await card('0012AB')).toBeNull()
  expect(await recorded()).toEqual([])
})

it('[DEV-03] face and card are combined, in either order, with the score of the face', async () => {
  const { requested, clock } = await open('face-and-card')
  expect(await face('Li Wei')).toBeNull()
  expect(requested).toEqual(['ic-card of Li Wei'])
  expect(await card('0012AB')).toMatchObject({ opened: true, cosine: expect.closeTo(1, 3) })
  expect(await face('Li Wei')).toBeNull() // the person still stands there: they are not asked again at once
  clock.advance(10_000)
  expect(await card('0012AB')).toBeNull()
  expect(await face('Li Wei')).toMatchObject({ opened: true })
  expect(requested).toEqual(['ic-card of Li Wei', 'nothing', 'face of Li Wei', 'nothing'])
  expect((await recorded()).map(([entryMode]) => entryMode)).toEqual(['face-and-ic-card', 'face-and-ic-card'])
})

it('[DEV-03] the card of somebody else does not match a face, and is recorded as such', async () => {
  await open('face-and-card')
  await face('Li Wei')
  expect(await card('0099')).toMatchObject({ opened: false, person: { name: 'Li Wei' } })
  expect(await recorded()).toEqual([['face-and-ic-card', 'face-ic-card-mismatch', 'card-of-another']])
})

it('A request for a factor expires after a while, so that nobody else answers it', async () => {
  const { requested, clock } = await open('card-and-pin')
  await card('0012AB')
  clock.advance(15_000)
  expect(requested).toEqual(['pin of Li Wei', 'nothing'])
  expect(await pin('4711')).toBeNull()
  expect(terminal.isDoorOpen).toBe(false)
})

it('A person who is asked for a PIN passes by the face alone once the settings ask for no more', async () => {
  const { requested } = await open('face-and-pin')
  expect(await face('Li Wei')).toBeNull()
  terminal.state.configuration = buildConfiguration({ verificationMode: 'face' })
  expect(await face('Li Wei')).toMatchObject({ opened: true })
  expect(requested).toEqual(['pin of Li Wei', 'nothing'])
})

it('[DEV-03] A PIN opens beside the face; a person without a PIN stays out', async () => {
  const { requested } = await open('face-and-pin')
  expect(await pin('4711')).toBeNull()
  await face('Li Wei')
  await face('Somebody unknown') // the person looks down at the keys
  expect(await pin('4711')).toMatchObject({ opened: true })
  expect(await face('Wang Fang')).toMatchObject({ opened: false })
  expect(requested).toEqual(['pin of Li Wei', 'nothing'])
  expect(await recorded()).toEqual([
    ['face-and-pin', 'none', 'group-without-policy'],
    ['face', 'wrong-pin', 'pin-unset'],
  ])
})

/** The codes of the alarms since the terminal was opened, with the person of each. */
async function calledFor(alarmsBefore: number) {
  await terminal.idle()
  return server.alarms.slice(alarmsBefore).map(({ code, personId }) => [code, personId])
}

it('a duress PIN opens as the own PIN does, and raises an alarm of which the terminal shows nothing', async () => {
  const before = server.alarms.length
  const { requested } = await open('face-and-pin', { duressPin: true, repeatSeconds: 0 })
  const shown: string[] = []
  terminal.on('alarmed', (type) => shown.push(type))
  await face('Li Wei')
  const own = await pin('4711')
  expect(await calledFor(before)).toEqual([])
  await face('Li Wei')
  const duress = await pin('4712')
  expect(await calledFor(before)).toEqual([[alarmCodes.duress, liWei.id]])
  expect(own?.opened).toBe(true)
  expect({ ...duress, verdict: null, sequence: null }).toEqual({ ...own, verdict: null, sequence: null })
  expect(duress?.verdict.reasons).toEqual(own?.verdict.reasons)
  expect(shown).toEqual([])
  expect(terminal.state.activeAlarms).toEqual([])
  expect(requested).toEqual(['pin of Li Wei', 'nothing', 'pin of Li Wei', 'nothing'])
  expect(await recorded()).toEqual([
    ['face-and-pin', 'none', 'group-without-policy'],
    ['face-and-pin', 'none', 'group-without-policy'],
  ])
})

it('a duress PIN of a PIN that ends with nine ends with zero, and does not count as a wrong one', async () => {
  const before = server.alarms.length
  await open('card-and-pin', { duressPin: true })
  for (let i = 0; i < maxWrongPins - 1; i++) {
    await card('77')
    await pin('1111')
  }
  await card('77')
  expect(await pin('123450')).toMatchObject({ opened: true })
  expect(await calledFor(before)).toEqual([[alarmCodes.duress, adaMoss.id]])
})

it('a duress PIN is a wrong PIN where the setting is off', async () => {
  const before = server.alarms.length
  await open('face-and-pin')
  await face('Li Wei')
  expect(await pin('4712')).toMatchObject({ opened: false, verdict: { abnormal: 'wrong-pin' } })
  expect(await calledFor(before)).toEqual([])
})

it('[DEV-03] too many wrong PINs raise an alarm, and no PIN is accepted for a while', async () => {
  const { clock } = await open('face-and-pin')
  await face('Li Wei')
  for (let i = 0; i < maxWrongPins; i++) await pin('1234')
  expect(terminal.state.activeAlarms).toMatchObject([{ code: 10004 }])
  expect(await pin('4711')).toBeNull()
  expect(await face('Li Wei')).toMatchObject({ verdict: { abnormal: 'too-many-wrong-pins' } })
  clock.advance(wrongPinsMs)
  expect(await face('Li Wei')).toBeNull()
  expect(await pin('4711')).toMatchObject({ opened: true })
  expect((await recorded()).map(([, abnormal]) => abnormal)).toEqual([
    ...Array.from({ length: maxWrongPins - 1 }, () => 'wrong-pin'),
    'too-many-wrong-pins',
    'too-many-wrong-pins',
    'none',
  ])
})

it('[DEV-03] All three factors together open the door; a door that is held closed asks for none', async () => {
  await open('face-and-card-and-pin')
  await card('0012AB')
  await face('Li Wei')
  expect(await pin('4711')).toMatchObject({ opened: true })
  expect(await recorded()).toEqual([['face-and-ic-card-and-pin', 'none', 'group-without-policy']])
  await terminal.stop()
  const { requested } = await open('face-and-pin', { isRunning: false })
  expect(await face('Li Wei')).toMatchObject({ opened: false, verdict: { abnormal: 'device-out-of-service' } })
  expect(requested).toEqual([])
})
