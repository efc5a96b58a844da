import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { faceModelId } from '../core/face-models.ts'
import type { RecogniserSpec } from '../core/recogniser-spec.ts'
import { buildRecogniser, type NetworkForm } from '../test/build-network.ts'
import { checkRecogniser } from './check-recogniser.ts'
import { ensureModels, readModels } from './fetch-models.ts'

let folder: string
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'recognisers of '))
})
afterAll(() => rm(folder, { recursive: true, force: true }))

let files = 0
async function checkFile(spec: RecogniserSpec, model: Uint8Array, maxMilliseconds?: number) {
  const file = join(folder, `${++files}.onnx`)
  await writeFile(file, model)
  await checkRecogniser(spec, file, maxMilliseconds)
}
const check = (form: NetworkForm, change: (spec: RecogniserSpec) => RecogniserSpec = (spec) => spec) => {
  const { spec, model } = buildRecogniser(form)
  return checkFile(change(spec), model)
}

it.each([
  { dimension: 128 },
  { dimension: 1024 },
  { dimension: 192, layout: 'nhwc', side: 160 },
  // An axis that the file leaves open is fixed by the manifest.
  { dimension: 128, isDynamic: true },
] as const)('a recogniser that fits its manifest is taken: %o', async (form) => {
  await expect(check(form)).resolves.toBeUndefined()
})

it('the built-in recogniser passes the same checks', async () => {
  const { feature } = await readModels(await ensureModels())
  const { spec } = buildRecogniser({ dimension: 512 })
  const { createHash } = await import('node:crypto')
  const sha256 = createHash('sha256').update(feature).digest('hex')
  const own: RecogniserSpec = { ...spec, modelId: faceModelId, sha256, input: { ...spec.input, channels: 'bgr' } }
  await expect(checkFile(own, feature)).resolves.toBeUndefined()
})

it.each<[string, NetworkForm, RegExp]>([
  ['not a number', { fault: 'nan' }, /not finite/],
  ['infinity', { fault: 'infinity' }, /not finite/],
  ['a vector of zeros', { fault: 'zeros' }, /vector of zeros/],
  ['the same vector for everybody', { fault: 'constant' }, /another one more alike/],
  ['an input without a shape', { isShapeless: true }, /says nothing about its shape/],
  ['an old opset', { opset: 6 }, /opset 6/],
  ['operators that the runtime does not have', { domain: 'com.example' }, /operators of com\.example/],
  ['weights in another file', { hasOutsideData: true }, /weights lie in another file/],
  ['weights in another file, in a second graph', { trap: 'outside-in-second-graph' }, /weights lie in another file/],
  ['a constant in a file far away', { trap: 'outside-in-constant' }, /weights lie in another file/],
  ['a constant in a file far away, in a branch', { trap: 'outside-in-branch' }, /weights lie in another file/],
  ['weights that say they are 4 TB', { trap: 'gigantic-weights' }, /more numbers than the file has/],
  ['weights of 2^32 rows', { trap: 'axis-beyond-32-bits' }, /more numbers than the file has/],
  ['weights with a negative axis', { trap: 'negative-axis' }, /more numbers than the file has/],
])('a network is refused for %s', async (_, form, message) => {
  await expect(check(form)).rejects.toThrow(message)
})

it('a file is refused that is not the one of the manifest, or not as the manifest says', async () => {
  await expect(check({}, (spec) => ({ ...spec, sha256: '0'.repeat(64) }))).rejects.toThrow(/The SHA-256 of the file is/)
  await expect(check({ dimension: 128 }, (spec) => ({ ...spec, dimension: 512 }))).rejects.toThrow(
    /The output of the model is 1 x 128, the manifest says 1 x 512/,
  )
  await expect(check({ isDynamic: true }, (spec) => ({ ...spec, dimension: 512 }))).rejects.toThrow(/says 1 x 512/)
  await expect(check({}, (spec) => ({ ...spec, input: { ...spec.input, side: 160 } }))).rejects.toThrow(
    /The input of the model is 1 x 3 x 112 x 112, the manifest says 1 x 3 x 160 x 160/,
  )
  await expect(
    check({ layout: 'nhwc' }, (spec) => ({ ...spec, input: { ...spec.input, layout: 'nchw' } })),
  ).rejects.toThrow(/1 x 112 x 112 x 3/)
  const { spec } = buildRecogniser()
  const { createHash } = await import('node:crypto')
  const page = Buffer.from('<html>not found</html>')
  const sha256 = createHash('sha256').update(page).digest('hex')
  await expect(checkFile({ ...spec, sha256 }, page)).rejects.toThrow(/not an ONNX model/)
})

it('a network that is fed a dynamic batch of the wrong length is refused by what it gives', async () => {
  await expect(check({ isDynamic: true, dimension: 64 }, (spec) => ({ ...spec, dimension: 128 }))).rejects.toThrow(
    /1 x 128/,
  )
})

it('a recogniser of 261 MB is taken on a server', async () => {
  await expect(check({ ballast: 261_000_000 })).resolves.toBeUndefined()
})

it('a network that asks for 64 GB once it runs is refused, and this process takes no harm', async () => {
  const before = process.memoryUsage.rss()
  await expect(check({ trap: 'asks-for-64-gb' })).rejects.toThrow(/takes more than \d+ MB of memory/)
  expect(process.memoryUsage.rss() - before).toBeLessThan(100_000_000)
})

it('a network that takes more memory than a recogniser needs is ended while it runs, although the machine has it', async () => {
  await expect(check({ trap: 'asks-for-6-gb' })).rejects.toThrow(/takes more than \d+ MB of memory/)
})

it('a network that does not come to an end is given up', async () => {
  const { spec, model } = buildRecogniser()
  await expect(checkFile(spec, model, 1)).rejects.toThrow(/did not come to an end/)
})
