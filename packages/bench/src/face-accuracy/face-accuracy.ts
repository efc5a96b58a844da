import { ensureModels } from '@gatehouse/face/node/fetch-models.ts'
import { join, resolve } from 'node:path'
import type { RecogniserSource } from '@gatehouse/face/core/recogniser-spec.ts'
import { checkRecogniser } from '@gatehouse/face/node/check-recogniser.ts'
import { createFacePool } from '@gatehouse/face/node/face-pool.ts'
import { modelIdOf, readManifest } from '@gatehouse/server/features/recognisers/recogniser-commands.ts'
import { type Benchmark, row } from '../benchmark.ts'
import { accuracyReport } from './accuracy-report.ts'
import { describePeople, listPeople } from './read-people.ts'

/** `--people FOLDER`: photographs by person, and above them by group if there are groups. */
const peopleFlag = '--people'
/** `--recogniser FOLDER`: a recogniser with its manifest, as an operator puts it in. */
const recogniserFlag = '--recogniser'
/** Options that a folder follows. */
export const folderFlags = [peopleFlag, recogniserFlag]

/** `npm run` works in the repository; paths are relative to the folder where it was typed. */
const from = process.env['INIT_CWD'] ?? process.cwd()
function folderOf(flag: string, options: readonly string[]): string | undefined {
  const place = options.indexOf(flag)
  if (place < 0) return undefined
  const folder = options[place + 1]
  if (folder === undefined || folder.startsWith('--')) throw new Error(`${flag} needs a folder.`)
  return resolve(from, folder)
}

/** The recogniser of a folder, checked as it is when it is put in; undefined: the built-in one. */
async function readRecogniser(folder: string | undefined): Promise<RecogniserSource | undefined> {
  if (folder === undefined) return undefined
  const manifest = await readManifest(folder)
  const { sha256, input, alignment, dimension, thresholds } = manifest
  const spec = { modelId: modelIdOf(manifest), sha256, input, alignment, dimension, thresholds }
  const model = join(folder, manifest.file)
  await checkRecogniser(spec, model)
  return { spec, model }
}

/** How well people are told apart: verification, open-set identification, by group, and the thresholds that follow. */
export const faceAccuracy: Benchmark = {
  name: 'face-accuracy',
  about: `how well people are told apart, on a folder of photographs by person (${peopleFlag} FOLDER), else on those of the tests; ${recogniserFlag} FOLDER: of another recogniser`,
  async run(context) {
    const listed = await listPeople(folderOf(peopleFlag, process.argv))
    const other = await readRecogniser(folderOf(recogniserFlag, process.argv))
    const pool = createFacePool({ modelsFolder: await ensureModels(), jobTimeoutMs: 120_000, recogniser: () => other })
    context.cleanup.defer(() => pool.close())
    context.log(`photographs of ${listed.length} people`)
    const { people, withoutFace, pictures } = await describePeople(pool, listed, context.log)
    for (const file of withoutFace.slice(0, 20)) context.log(`no face, or not to be read: ${file}`)
    const shown = new Set(people.map(({ name, group }) => JSON.stringify([group, name])))
    const unseen = listed.filter(({ name, group }) => !shown.has(JSON.stringify([group, name])))
    for (const { name } of unseen.slice(0, 20)) context.log(`no photograph with a face: ${name}`)
    context.log('comparing')
    process.stdout.write(`\n${accuracyReport(people, other?.spec)}\n`)
    const described = pictures - withoutFace.length
    return [
      {
        // A folder that is empty, or has only pictures without a face, is named above, and takes nothing from the others.
        work: {
          what: 'people whose faces were compared, or who have no photograph with a face',
          expected: Math.max(2, listed.length),
          done: people.length < 2 ? people.length : people.length + unseen.length,
        },
        rows: [row({ what: 'photographs with a face', value: described / pictures, unit: 'share' })],
      },
    ]
  },
}
