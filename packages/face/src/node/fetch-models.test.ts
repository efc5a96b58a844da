import { copyFile, mkdtemp, readFile, rm, stat, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { expect, it } from 'vitest'
import { faceModelId, modelFiles } from '../core/face-models.ts'
import { ensureModels, modelsFolder, readModels } from './fetch-models.ts'
import { exposeTensor, flushDenormals } from './onnx-patch.ts'

it('existing models are only read', async () => {
  const folder = await ensureModels()
  const timesOf = async () =>
    Promise.all(Object.values(modelFiles).map(async ({ file }) => (await stat(path.join(folder, file))).ctimeMs))
  const before = await timesOf()
  expect(await ensureModels(folder)).toBe(folder)
  expect(await timesOf()).toEqual(before)
  expect(faceModelId).toMatch(/^[0-9a-f]{12}$/)
})

it('a changed model file is refused with a line that says how to fix it', async () => {
  const folder = await ensureModels()
  const copy = await mkdtemp(path.join(tmpdir(), 'face models '))
  try {
    for (const { file } of Object.values(modelFiles)) await copyFile(path.join(folder, file), path.join(copy, file))
    const eye = path.join(copy, modelFiles.eye.file)
    const bytes = await readFile(eye)
    bytes[1000]! ^= 1
    await writeFile(eye, bytes)
    await expect(readModels(copy)).rejects.toThrow(/fr_eye\.onnx is damaged: run node/)
  } finally {
    await rm(copy, { recursive: true })
  }
})

it('the folder can be set, and lies in the cache of the repository otherwise', () => {
  expect(modelsFolder({ GATEHOUSE_FACE_MODELS: '/srv/face' })).toBe('/srv/face')
  expect(modelsFolder({})).toMatch(/[\\/]\.cache[\\/]face-models$/)
})

it('tiny weights become zero, others and other types stay, and a tensor can be named as output', () => {
  const floats = Buffer.alloc(12)
  floats.writeFloatLE(1e-39, 0)
  floats.writeFloatLE(0.5, 4)
  floats.writeFloatLE(-1e-21, 8)
  const field = (number: number, content: Buffer) =>
    Buffer.concat([Buffer.from([number * 8 + 2, content.length]), content])
  const tensor = (type: number) => field(5, Buffer.concat([Buffer.from([2 * 8, type]), field(9, floats)]))
  const model = field(7, Buffer.concat([tensor(1), tensor(7)]))
  expect(flushDenormals(model)).toBe(2)
  const raw = model.indexOf(floats.subarray(4, 8)) // 0.5 of the float tensor
  expect([model.readFloatLE(raw - 4), model.readFloatLE(raw), model.readFloatLE(raw + 4)]).toEqual([0, 0.5, 0])
  expect(model.includes(floats)).toBe(true) // the int64 tensor with the same bytes
  expect(exposeTensor(model, '507').includes('507')).toBe(true)
})
