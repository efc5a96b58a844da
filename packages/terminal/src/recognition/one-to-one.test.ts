import { createHash, pbkdf2Sync, randomUUID } from 'node:crypto'
import type { DevicePerson, DeviceSettings } from '@gatehouse/contract/device/link.ts'
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import { createManualClock } from '@gatehouse/testkit/manual-clock.ts'
import { namedFace, namedFaceModel, namedFaceRecogniser, wireEmbedding } from '@gatehouse/testkit/named-faces.ts'
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
afterEach(async () => {
  // its records arrive before the next test
  await terminal.idle()
  await terminal.stop()
})
afterAll(() => server.stop())

const hash = (text: string) => createHash('sha256').update(text).digest('hex')
const pinOf = (pin: string) => `00.${pbkdf2Sync(pin, Buffer.from([0]), 100_000, 32, 'sha256').toString('hex')}`

const person = (name: string, face: string, card: string, more: Partial<DevicePerson> = {}): DevicePerson => ({
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
  embeddings: [wireEmbedding(face)],
  modelId: namedFaceModel,
  cardHash: hash(card),
  pin: null,
  cardKey: null,
  pinKey: null,
  ...more,
})
const anna = (more: Partial<DevicePerson> = {}) => person('Anna', 'Anna', 'A', more)

async function open(people: DevicePerson[], settings: Partial<DeviceSettings> = {}) {
  server.people = onePage(...people)
  server.configuration = buildConfiguration({
    verificationMode: 'face-and-card',
    repeatSeconds: 0,
    autoStandby: false,
    autoRestart: false,
    ...settings,
  })
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
  terminal.on('factor-requested', (factor, who) => requested.push(factor ? `${factor} of ${who || '?'}` : 'nothing'))
  await terminal.start()
  await terminal.idle()
  return { clock, requested }
}
const face = (name: string) => terminal.present(namedFace(name))
const card = (text: string) => terminal.take({ kind: 'ic-card', text }, null)
const pin = (text: string) => terminal.take({ kind: 'pin', text }, null)
async function recorded() {
  await terminal.idle()
  return [...server.records.values()].map(({ kind, abnormal, opened }) => [kind, abnormal, opened])
}

describe('with a card the face is compared with the person of the card alone', () => {
  it('[D5] [DEV-03] a face that is not found among all passes with the own card, in either order, and not by itself', async () => {
    const { requested } = await open([anna()])
    expect(await card('A')).toBeNull()
    expect(await face('Anna~0.45')).toMatchObject({ opened: true, person: { name: 'Anna' } })
    expect(await face('Anna~0.45')).toBeNull()
    expect(await card('A')).toMatchObject({ opened: true, cosine: expect.closeTo(0.45, 1) })
    expect(requested, 'nobody is named to a face that may be another').toEqual([
      'face of Anna',
      'nothing',
      'ic-card of ?',
      'nothing',
    ])
    await terminal.stop()
    await open([anna()], { verificationMode: 'face' })
    expect(await face('Anna~0.45')).toMatchObject({ opened: false, verdict: { recordedAs: 'stranger' } })
  })

  it('[D5] [DEV-03] the twin of another identity does not disturb it, in either order', async () => {
    const twin = person('Twin', 'Anna~0.55', 'B')
    await open([anna(), twin])
    expect(await face('Anna~0.88'), 'between the two').toBeNull()
    expect(await card('A')).toMatchObject({ opened: true, person: { name: 'Anna' } })
    expect(await card('A')).toBeNull()
    expect(await face('Anna~0.88')).toMatchObject({ opened: true, person: { name: 'Anna' } })
    await terminal.stop()
    await open([anna(), twin], { verificationMode: 'face' })
    expect(await face('Anna~0.88')).toMatchObject({ opened: false, verdict: { recordedAs: 'stranger' } })
  })

  it('[DEV-03] a neighbour whom the door knows does not pass with the card of another, in either order', async () => {
    await open([anna(), person('Neighbour', 'Anna~0.35', 'B')])
    const mismatch = { opened: false, verdict: { abnormal: 'face-ic-card-mismatch' } }
    expect(await face('Anna~0.35')).toBeNull()
    expect(await card('A')).toMatchObject(mismatch)
    expect(await card('A')).toBeNull()
    expect(await face('Anna~0.35')).toMatchObject(mismatch)
    expect(await face('Anna~0.35')).toBeNull()
    expect(await card('B')).toMatchObject({ opened: true, person: { name: 'Neighbour' } })
  })

  it('[DEV-03] fewer false openings ask for more of the face beside a card, too', async () => {
    await open([anna()], { falseOpenings: '10000' })
    await card('A')
    expect(await face('Anna~0.45')).toMatchObject({ opened: false, verdict: { abnormal: 'face-ic-card-mismatch' } })
    await card('A')
    expect(await face('Anna~0.55')).toMatchObject({ opened: true })
  })

  it('[DEV-03] a face that is found on the blacklist stays refused, whatever card it shows', async () => {
    const banned = person('Banned', 'Anna~0.5', 'B', { kind: 'blacklisted' })
    await open([anna(), banned])
    expect(await card('A')).toBeNull()
    expect(await face('Anna~0.5')).toMatchObject({ opened: false, verdict: { recordedAs: 'blacklisted' } })
    expect(await face('Anna~0.5')).toMatchObject({ opened: false, verdict: { recordedAs: 'blacklisted' } })
    expect(await card('A')).toBeNull()
    expect(await face('Anna')).toMatchObject({ opened: true, person: { name: 'Anna' } })
  })

  it('[DEV-03] a face that might be somebody’s and shows no card is recorded as a stranger’s', async () => {
    const { clock } = await open([anna()])
    expect(await face('Anna~0.45')).toBeNull()
    expect(await recorded()).toEqual([])
    clock.advance(15_000)
    await expect.poll(recorded).toEqual([['stranger', 'stranger', false]])
    expect(await face('Somebody')).toMatchObject({ opened: false, verdict: { recordedAs: 'stranger' } })
  })

  it('[DEV-03] a person who comes instead is decided about, and the one before is recorded as a stranger', async () => {
    await open([anna(), person('Other', 'Other', 'B')])
    expect(await face('Anna~0.45')).toBeNull()
    expect(await face('Other')).toBeNull()
    expect(await card('B')).toMatchObject({ opened: true, person: { name: 'Other' } })
    await expect.poll(recorded).toContainEqual(['stranger', 'stranger', false])
  })
})

it('[DEV-03] a PIN tells whose face it is where the face alone does not', async () => {
  const people = [anna({ pin: pinOf('1111') }), person('Twin', 'Anna~0.55', 'B', { pin: pinOf('2222') })]
  const { requested } = await open(people, { verificationMode: 'face-and-pin' })
  expect(await face('Anna~0.88')).toBeNull()
  expect(await pin('2222')).toMatchObject({ opened: true, person: { name: 'Twin' } })
  expect(await face('Anna~0.88')).toBeNull()
  expect(await pin('3333')).toMatchObject({ opened: false, verdict: { abnormal: 'wrong-pin' } })
  expect(await pin('1111')).toMatchObject({ opened: true, person: { name: 'Anna' } })
  expect(requested[0]).toBe('pin of ?')
  await terminal.stop()
  await open([anna()], { verificationMode: 'face-and-pin' })
  expect(await face('Anna~0.45'), 'nobody here has a PIN').toMatchObject({ verdict: { recordedAs: 'stranger' } })
})
