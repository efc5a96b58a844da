import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { buildRecogniser, type NetworkForm } from '@gatehouse/face/test/build-network.ts'
import { addRecogniser, modelIdOf, readManifest } from '../src/features/recognisers/recogniser-commands.ts'
import { type Config, readConfig } from '../src/lib/config.ts'
import type { TestGatehouse } from './gatehouse.ts'

/** The settings with which an operator's command reaches the installation of a test. */
export const operatorConfig = ({ dataFolder, databaseUrl }: TestGatehouse): Config =>
  readConfig({ GATEHOUSE_DATA: dataFolder, DATABASE_URL: databaseUrl })

/** Works with a folder that has a generated recogniser and its manifest, as an operator has it. */
export async function withRecogniser<T>(
  form: NetworkForm,
  change: Record<string, unknown>,
  work: (folder: string) => Promise<T>,
): Promise<T> {
  const { spec, model } = buildRecogniser(form)
  const folder = await mkdtemp(join(tmpdir(), 'recogniser '))
  try {
    const { modelId: _, ...own } = spec
    const manifest = { name: `Drawn ${spec.dimension}`, file: 'drawn.onnx', ...own, ...change }
    await writeFile(join(folder, 'drawn.onnx'), model)
    await writeFile(join(folder, 'recogniser.json'), JSON.stringify(manifest))
    return await work(folder)
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
}

/** Puts a generated recogniser in by the operator's command; gives its id. */
export const putIn = (house: TestGatehouse, form: NetworkForm, change: Record<string, unknown> = {}): Promise<string> =>
  withRecogniser(form, change, async (folder) => {
    await addRecogniser({ folder }, operatorConfig(house))
    return modelIdOf(await readManifest(folder))
  })
