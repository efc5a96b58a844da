import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { getRecogniserStatus } from '@gatehouse/contract/features/service-config/recognisers.ts'
import { uploadPortrait } from '@gatehouse/contract/features/portraits.ts'
import { createStaff } from '@gatehouse/contract/features/staff.ts'
import { faceModelId } from '@gatehouse/face/core/face-models.ts'
import { createFacePool, type FacePool } from '@gatehouse/face/node/face-pool.ts'
import { ensureModels } from '@gatehouse/face/node/fetch-models.ts'
import type { Terminal } from '@gatehouse/terminal/core/terminal.ts'
import { openStateFolder } from '@gatehouse/terminal/node/state/open-state-folder.ts'
import { recogniserFolder } from '@gatehouse/terminal/node/recogniser-files.ts'
import { createChangingRecogniser } from '@gatehouse/terminal/recognition/face-recogniser.ts'
import { faces, photograph } from '@gatehouse/testkit/photographs.ts'
import { createRealTerminals } from '@gatehouse/testkit/seeds/real-terminals.ts'
import { until } from '@gatehouse/testkit/until.ts'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { type Caller, startTestGatehouse, type TestGatehouse } from '../../../test/gatehouse.ts'
import { listenForTerminals } from '../../../test/listen-for-terminals.ts'
import { operatorConfig, putIn } from '../../../test/put-in-recogniser.ts'
import { createSystemCtx, inTransaction } from '../../ctx.ts'
import { createRecogniserSlot, type RecogniserSlot } from '../../face/recogniser-slot.ts'
import { makeTemplates } from './make-templates.ts'
import { leadNextTerminal } from './recogniser-actions.ts'
import { useRecogniser } from './recogniser-commands.ts'

let house: TestGatehouse
let admin: Caller
let pool: FacePool
let folder: string
let slot: RecogniserSlot
let terminals: ReturnType<typeof createRealTerminals>
beforeAll(async () => {
  house = await startTestGatehouse({ environment: { HOST: '127.0.0.1' } })
  admin = await house.asRole('superAdmin')
  terminals = createRealTerminals(admin.ask, await listenForTerminals(house))
  pool = createFacePool({ modelsFolder: await ensureModels(), workers: 1, jobTimeoutMs: 60_000 })
  folder = await mkdtemp(join(tmpdir(), 'following-'))
  slot = createRecogniserSlot(house.db, house.dataFolder)
  for (const file of [faces.franck, faces.cage]) {
    const { id: portraitId } = await admin.ask(uploadPortrait, { body: { file: photograph(file) } })
    await admin.ask(createStaff, { body: { name: file, portraitId, force: true } })
  }
})
afterAll(async () => {
  await terminals.stopAll()
  await pool.close()
  await house.close()
  await rm(folder, { recursive: true, force: true })
})

const recogniser = () => createChangingRecogniser(pool, recogniserFolder(join(folder, 'recognisers')))
const change = async (to: string) => {
  await useRecogniser({ recogniser: to }, operatorConfig(house))
  await makeTemplates(house.gatehouse.services, slot)
}
const lead = () => inTransaction(createSystemCtx(house.gatehouse.services), (ctx) => leadNextTerminal(ctx, slot.knows))
/** The terminal has had its turn, once it is online. */
const follows = (id: string, modelId: string) =>
  until(async () => {
    await lead()
    const row = await house.db.selectFrom('device').select('face_model_id').where('id', '=', id).executeTakeFirst()
    return row?.face_model_id === modelId
  }, `the terminal compares with ${modelId}`)
const opensFor = async (terminal: Terminal, file: string) =>
  (await terminal.present(photograph(file)))?.person?.name ?? null

it('a terminal changes over once it has the templates, lets the same people in by them, after a restart too, and goes back', async () => {
  const state = openStateFolder(join(folder, 'gate'))
  const gate = await terminals.start({ recogniser: recogniser(), state }, 'Gate', { checksLiveness: false })
  expect(await opensFor(gate, faces.franck)).toBe(faces.franck)
  const other = await putIn(house, { dimension: 128 })
  await change(other)
  // Until its turn it decides as before, by templates of its own recogniser.
  expect(await opensFor(gate, faces.cage)).toBe(faces.cage)
  await follows(gate.id, other)
  await gate.idle()
  expect(gate.state.recogniser).toMatchObject({ modelId: other, dimension: 128 })
  expect(await opensFor(gate, faces.franck)).toBe(faces.franck)
  expect(await opensFor(gate, faces.audrey)).toBeNull()
  expect(await admin.ask(getRecogniserStatus)).toMatchObject({ terminals: { follow: 1, others: [] } })

  await gate.stop()
  const again = terminals.build({ recogniser: recogniser(), state })
  await again.start()
  expect(await opensFor(again, faces.cage), 'before the server was asked').toBe(faces.cage)
  await again.idle()
  await change('built-in')
  await follows(gate.id, faceModelId)
  await again.idle()
  expect(again.state.recogniser).toBeNull()
  expect(await opensFor(again, faces.franck)).toBe(faces.franck)
})

it('a terminal refuses a recogniser that is too large for it, keeps deciding, and is shown', async () => {
  const gate = await terminals.start({ recogniser: recogniser() }, 'Small gate', { checksLiveness: false })
  const large = await putIn(house, { dimension: 1024, ballast: 261_000_000 })
  await change(large)
  const shown = await until(async () => {
    await lead()
    return (await admin.ask(getRecogniserStatus)).terminals.others.find(
      ({ name, state }) => name === 'Small gate' && state === 'refused',
    )
  }, 'the terminal has refused it')
  expect(shown.reason).toBe('too-large')
  expect(await opensFor(gate, faces.franck)).toBe(faces.franck)
})
