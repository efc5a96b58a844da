import { createHash, pbkdf2Sync, randomUUID } from 'node:crypto'
import { usePass, type DevicePerson, type DeviceSettings } from '@gatehouse/contract/device/link.ts'
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import { namedFace, namedFaceModel, namedFaceRecogniser, wireEmbedding } from '@gatehouse/testkit/named-faces.ts'
import { createManualClock } from '@gatehouse/testkit/manual-clock.ts'
import {
  buildConfiguration,
  onePage,
  staffGroupId,
  startScriptedServer,
  type ScriptedServer,
} from '../../test/scripted-server.ts'
import type { CodeReader } from './code-reader.ts'
import { createMemoryState } from '../state/memory-state.ts'
import { createTerminal, type Terminal } from '../core/terminal.ts'

let server: ScriptedServer
let terminal: Terminal
beforeAll(async () => void (server = await startScriptedServer()))
afterEach(() => terminal.stop())
afterAll(() => server.stop())

const hash = (text: string) => createHash('sha256').update(text).digest('hex')
const pinOf = (pin: string) => `00.${pbkdf2Sync(pin, Buffer.from([0]), 100_000, 32, 'sha256').toString('hex')}`

/** An entry of the list with this face. */
function entry(name: string, face: string, more: Partial<DevicePerson> = {}): DevicePerson {
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
    embeddings: [wireEmbedding(face)],
    modelId: namedFaceModel,
    cardHash: null,
    pin: null,
    cardKey: null,
    pinKey: null,
    ...more,
  }
}
const franck = () => entry('Franck', 'Franck')
const visitor = (face: string, more: Partial<DevicePerson> = {}) => entry('Visitor', face, { kind: 'visitor', ...more })
const banned = (face: string) => entry('Banned', face, { kind: 'blacklisted' })

const code = `GHP1.${'a'.repeat(22)}`
/** A picture that holds only a code. */
const codeReader: CodeReader = { read: async (picture) => (Buffer.from(picture).toString() === code ? [code] : []) }

async function open(people: DevicePerson[], settings: Partial<DeviceSettings> = {}) {
  server.people = onePage(...people)
  server.configuration = buildConfiguration({ repeatSeconds: 0, autoStandby: false, autoRestart: false, ...settings })
  server.records.clear()
  terminal = createTerminal({
    serverUrl: server.url,
    pairingCode: 'ABC234',
    state: createMemoryState(),
    recogniser: namedFaceRecogniser,
    codeReader,
    clock: createManualClock(),
  })
  await terminal.start()
  await terminal.idle()
}
const face = (name: string) => terminal.present(namedFace(name))
const card = (text: string) => terminal.take({ kind: 'ic-card', text }, null)
const pin = (text: string) => terminal.take({ kind: 'pin', text }, null)
async function lastRecord() {
  await terminal.idle()
  return [...server.records.values()].at(-1)
}

it('[D2] [PASS-03] an employee who was added again as a visitor passes, and the record names both', async () => {
  const people = [franck(), visitor('Franck~0.8')]
  await open(people)
  expect(await face('Franck~0.95')).toMatchObject({ opened: true, person: { name: 'Franck' } })
  expect(await lastRecord()).toMatchObject({
    kind: 'staff',
    personId: people[0]?.id,
    opened: true,
    abnormal: 'none',
    candidates: [{ personId: people[1]?.id }],
  })
})

it('[D2] [PASS-03] a blacklisted person stays blacklisted however much more similar a second entry is', async () => {
  const people = [visitor('Franck'), banned('Franck~0.62')]
  await open(people)
  for (const look of ['Franck', 'Franck~0.95', 'Franck~0.7', 'Franck~0.62'])
    expect(await face(look), look).toMatchObject({ opened: false, verdict: { recordedAs: 'blacklisted' } })
  expect(await lastRecord()).toMatchObject({
    kind: 'blacklisted',
    personId: people[1]?.id,
    abnormal: 'blacklisted',
    candidates: [{ personId: people[0]?.id }],
  })
})

it('[PASS-03] people who are less alike than that stay two, and a face between them is a stranger’s, with both names', async () => {
  const people = [franck(), visitor('Franck~0.55')]
  await open(people)
  expect(await face('Franck')).toMatchObject({ opened: true, person: { name: 'Franck' } })
  expect(await face('Franck~0.88')).toMatchObject({ opened: false, person: null, verdict: { recordedAs: 'stranger' } })
  const record = await lastRecord()
  expect(record).toMatchObject({ kind: 'stranger', personId: null, reasons: [{ code: 'face-not-known' }] })
  expect(record?.candidates.map(({ personId }) => personId).toSorted()).toEqual(people.map(({ id }) => id).toSorted())
})

it('[PASS-03] a record sends no reason that an earlier server does not know and would refuse', async () => {
  await open([franck(), visitor('Franck')])
  await face('Franck')
  const record = await lastRecord()
  expect(record?.reasons.map(({ code }) => code)).toEqual(['group-bound', 'period-holds', 'group-without-policy'])
})

it('[PASS-03] five further entries do not hide the next person', async () => {
  const again = Array.from({ length: 6 }, (_, n) => entry(`Franck ${n}`, 'Franck~0.97'))
  const other = entry('Like him', 'Franck~0.2')
  await open([franck(), ...again, other])
  // Between the two: 0.86 like each of the six, 0.84 like the other.
  expect(await face('Franck~0.707')).toMatchObject({ verdict: { recordedAs: 'stranger' } })
  expect((await lastRecord())?.candidates.map(({ personId }) => personId)).toContain(other.id)
})

it('[PASS-03] an entry that is removed no longer counts for the next face', async () => {
  const people = [visitor('Franck'), banned('Franck')]
  await open(people)
  expect(await face('Franck')).toMatchObject({ opened: false })
  server.people = onePage(...people.slice(0, 1))
  terminal.state.people.startOver()
  await terminal.stop()
  await terminal.start()
  await terminal.idle()
  expect(await face('Franck')).toMatchObject({ opened: true, person: { name: 'Visitor' } })
})

it('[DEV-03] the card of an employee opens nothing for a face that is on the blacklist', async () => {
  await open([{ ...franck(), cardHash: hash('0012AB') }, banned('Franck~0.8')], { verificationMode: 'face-or-card' })
  expect(await card('0012AB')).toMatchObject({ opened: false, verdict: { recordedAs: 'blacklisted' } })
  expect(await lastRecord()).toMatchObject({ kind: 'blacklisted', entryMode: 'ic-card', abnormal: 'blacklisted' })
})

it('[DEV-03] of twins each passes by their own card, and is recorded by it', async () => {
  const [anna, maria] = [
    entry('Anna', 'Anna', { cardHash: hash('A') }),
    entry('Maria', 'Anna~0.9', { cardHash: hash('B') }),
  ]
  await open([anna, maria], { verificationMode: 'face-and-card' })
  expect(await face('Anna')).toBeNull()
  expect(await card('B')).toMatchObject({
    opened: true,
    person: { name: 'Maria' },
    others: [{ person: { name: 'Anna' } }],
  })
  expect(await card('A')).toBeNull()
  expect(await face('Anna~0.9')).toMatchObject({ opened: true, person: { name: 'Anna' } })
  expect(await card('B')).toBeNull()
  expect(await face('Somebody')).toMatchObject({ opened: false, verdict: { abnormal: 'face-ic-card-mismatch' } })
})

it('[DEV-03] a card of the other entry counts if the face is like that entry as one to one asks', async () => {
  const other = entry('Other entry', 'Anna~0.62', { cardHash: hash('B') })
  await open([entry('Anna', 'Anna', { cardHash: hash('A') }), other], {
    verificationMode: 'face-and-card',
    faceThreshold: 0.7,
  })
  await face('Anna')
  expect(await card('B')).toMatchObject({ opened: true, person: { name: 'Other entry' } })
  await face('Anna')
  expect(await card('A')).toMatchObject({ opened: true, person: { name: 'Anna' } })
})

it('[DEV-03] the PIN of either entry opens, and a wrong one counts against both', async () => {
  await open([entry('Anna', 'Anna', { pin: pinOf('1111') }), entry('Maria', 'Anna~0.9', { pin: pinOf('2222') })], {
    verificationMode: 'face-and-pin',
  })
  await face('Anna')
  expect(await pin('2222')).toMatchObject({ opened: true, person: { name: 'Maria' } })
  await face('Anna~0.9')
  for (let i = 0; i < 5; i++) await pin('3333')
  expect(terminal.state.activeAlarms).toMatchObject([{ code: 10004 }])
  expect(await face('Anna')).toMatchObject({ verdict: { abnormal: 'too-many-wrong-pins' } })
})

it('[DEV-03] the pass of a visitor opens nothing for a face that is on the blacklist, and no use of it is counted', async () => {
  const pass = {
    id: randomUUID(),
    codeHash: hash(code),
    maxUses: 1,
    usedCount: 0,
    isRevoked: false,
    validFromAt: '2020-01-01T00:00:00Z',
    validToAt: '2199-01-01T00:00:00Z',
  }
  await open([visitor('Franck', { passes: [pass] }), banned('Franck~0.8')])
  expect(await terminal.present(Buffer.from(code))).toMatchObject({
    opened: false,
    verdict: { recordedAs: 'blacklisted', abnormal: 'blacklisted' },
  })
  expect(server.calls).not.toContain(usePass.path)
})

describe('people who are two by the word of an administrator', () => {
  const twins = (
    more: Partial<DevicePerson> = {},
    kind: DevicePerson['kind'] = 'staff',
  ): [DevicePerson, DevicePerson] => {
    const anna = entry('Anna', 'Anna', { cardHash: hash('A'), pin: pinOf('111111') })
    const maria = entry('Maria', 'Anna~0.9', { cardHash: hash('B'), pin: pinOf('222222'), kind, ...more })
    return [
      { ...anna, twinIds: [maria.id] },
      { ...maria, twinIds: [anna.id] },
    ]
  }

  it('[DEV-03] a face alone opens for neither, and each passes with their own card', async () => {
    await open([...twins()], { verificationMode: 'face' })
    expect(await face('Anna')).toBeNull()
    expect(await card('B')).toMatchObject({ opened: true, person: { name: 'Maria' } })
    expect(await face('Anna~0.9')).toBeNull()
    expect(await card('A')).toMatchObject({ opened: true, person: { name: 'Anna' } })
    expect(await lastRecord()).toMatchObject({ opened: true, entryMode: 'face-and-ic-card' })
    expect(await face('Somebody')).toMatchObject({ opened: false, verdict: { recordedAs: 'stranger' } })
  })

  it('[DEV-03] one who bears no card types a PIN', async () => {
    const [anna, maria] = twins()
    await open(
      [
        { ...anna, cardHash: null },
        { ...maria, cardHash: null },
      ],
      { verificationMode: 'face' },
    )
    expect(await face('Anna')).toBeNull()
    expect(await pin('222222')).toMatchObject({ opened: true, person: { name: 'Maria' } })
  })

  it('[DEV-03] of two of whom one bears a card and the other knows a PIN, each passes by theirs', async () => {
    const [anna, maria] = twins()
    const people = [
      { ...anna, pin: null },
      { ...maria, cardHash: null },
    ]
    await open(people, { verificationMode: 'face' })
    expect(await face('Anna')).toBeNull()
    expect(await pin('222222')).toMatchObject({ opened: true, person: { name: 'Maria' } })
    expect(await face('Anna~0.9')).toBeNull()
    expect(await card('A')).toMatchObject({ opened: true, person: { name: 'Anna' } })
    expect(await face('Anna')).toBeNull()
    expect(await card('another')).toMatchObject({ opened: false })
  })

  it('[DEV-03] a blacklisted twin refuses only their own card', async () => {
    const [anna, banned] = twins({}, 'blacklisted')
    await open([anna, banned], { verificationMode: 'face' })
    expect(await face('Anna~0.9')).toBeNull()
    expect(await card('A')).toMatchObject({ opened: true, person: { name: 'Anna' } })
    expect(await face('Anna')).toBeNull()
    expect(await card('B')).toMatchObject({ opened: false, verdict: { recordedAs: 'blacklisted' } })
  })

  it('[PASS-03] a person who has a twin elsewhere is asked as well, and the face of nobody who may pass is refused at once', async () => {
    const [anna, maria] = twins()
    await open([anna], { verificationMode: 'face' })
    expect(await face('Anna')).toBeNull()
    expect(await card('A')).toMatchObject({ opened: true })
    const [left, banned] = [
      { ...anna, validToAt: '2020-01-01T00:00:00Z' },
      { ...maria, kind: 'blacklisted' as const },
    ]
    await open([left, banned], { verificationMode: 'face' })
    expect(await face('Anna')).toMatchObject({ opened: false })
  })

  it('[PASS-03] an entry that is like both is decided about with both, and a face between them shows a card as well', async () => {
    const [anna, maria] = twins({}, 'blacklisted')
    const between = entry('Anna again', 'Anna~0.95', { cardHash: hash('C') })
    await open([anna, between, maria], { verificationMode: 'face-or-card' })
    expect(await card('C')).toMatchObject({ opened: false, verdict: { recordedAs: 'blacklisted' } })
    expect(await card('A')).toMatchObject({ opened: true, person: { name: 'Anna' } })
    const [, sister] = twins()
    await open([{ ...anna, twinIds: [sister.id] }, between, { ...sister, twinIds: [anna.id] }])
    expect(await face('Anna~0.95')).toBeNull()
    expect(await card('C')).toMatchObject({ opened: true })
  })

  it('[PASS-03] the word outlives a restart of the terminal’s list, and its end does, too', async () => {
    const [anna, maria] = twins()
    await open([anna, maria], { verificationMode: 'face' })
    expect(await face('Anna')).toBeNull()
    const { twinIds: _a, ...together } = anna
    const { twinIds: _b, ...other } = maria
    await open([together, other], { verificationMode: 'face' })
    expect(await face('Anna')).toMatchObject({ opened: true, others: [{ person: { name: 'Maria' } }] })
  })
})
