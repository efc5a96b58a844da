import { createHash } from 'node:crypto'
import { copyFile, mkdir, readFile, rename, rm, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { recogniserManifest, type RecogniserManifest } from '@gatehouse/contract/device/recogniser.ts'
import { checkRecogniser } from '@gatehouse/face/node/check-recogniser.ts'
import { faceModelId } from '@gatehouse/face/core/face-models.ts'
import { z } from 'zod'
import type { Command } from '../../command.ts'
import { hint, inTransaction } from '../../ctx.ts'
import type { Db } from '../../db/open-database.ts'
import { withDatabase } from '../../db/reach-database.ts'
import { manifestOf, recogniserFile, recognisersFolder } from '../../face/recogniser-slot.ts'
import {
  deleteRecogniser,
  lockRecogniserState,
  type RecogniserState,
  selectRecognisers,
  selectRecogniserState,
  updateRecogniserState,
  upsertRecogniser,
} from '../../face/recogniser-store.ts'
import { insertOperation } from '../../http/operation-log-store.ts'
import type { Config } from '../../lib/config.ts'
import { queueJob } from '../../lib/queue-job.ts'
import { againHours } from '../../people/portraits/look-at-kept.ts'
import { deleteFailures, deleteTemplatesOf } from '../../people/portraits/further-template-store.ts'
import { makeTemplatesJob } from './make-templates.ts'
import { type FailedPerson, readFailed, readProgress } from './recogniser-reads.ts'
import { translateThresholds } from './translate-thresholds.ts'

const manifestName = 'recogniser.json'

/** The id of a recogniser: of its file and of how it is fed, since the same file fed otherwise makes other embeddings. */
export const modelIdOf = ({ sha256, input, alignment, dimension }: RecogniserManifest): string =>
  createHash('sha256').update(JSON.stringify({ sha256, input, alignment, dimension })).digest('hex').slice(0, 12)

/** The manifest of a folder. @throws Error that says what is wrong with it */
export async function readManifest(folder: string): Promise<RecogniserManifest> {
  const path = join(folder, manifestName)
  const text = await readFile(path, 'utf8').catch((cause: unknown) => {
    throw new Error(`${path} cannot be read. docs/operations.md, "Another face recogniser", has an example.`, { cause })
  })
  const parsed = recogniserManifest.safeParse(jsonOf(path, text))
  if (parsed.success) return parsed.data
  const [issue] = parsed.error.issues
  throw new Error(`${path}: ${issue?.path.join('.') || 'the manifest'} is wrong: ${issue?.message}.`)
}

function jsonOf(path: string, text: string): unknown {
  try {
    return JSON.parse(text)
  } catch (cause) {
    throw new Error(`${path} is not JSON.`, { cause })
  }
}

const folderOption = z.object({ folder: z.string({ error: 'Name the folder with --folder. See --help.' }).min(1) })

/** `gatehouse recogniser add --folder FOLDER`. @throws Error */
export async function addRecogniser(options: Record<string, unknown>, config: Config): Promise<string> {
  const { folder } = read(folderOption, options)
  const manifest = await readManifest(folder)
  const file = join(folder, manifest.file)
  const { size } = await stat(file).catch((cause: unknown) => {
    throw new Error(`${file} cannot be read.`, { cause })
  })
  const { name, file: _, ...form } = manifest
  const modelId = modelIdOf(manifest)
  await checkRecogniser({ modelId, ...form }, file)
  const target = recogniserFile(config.GATEHOUSE_DATA, modelId)
  await mkdir(recognisersFolder(config.GATEHOUSE_DATA), { recursive: true })
  // A copy that was interrupted bears another name.
  await copyFile(file, `${target}.part`)
  await rename(`${target}.part`, target)
  await change(config, 'add-recogniser', `${name} (${modelId})`, (db) =>
    upsertRecogniser(db, {
      model_id: modelId,
      spec: JSON.stringify(manifest),
      byte_size: size,
      added_at: Temporal.Now.instant().toString(),
    }),
  )
  return [
    `${name} is put in as ${modelId} (${(size / 1e6).toFixed(1)} MB, ${manifest.dimension} numbers). Nothing has changed for any door.`,
    'Measure it on photographs of your people first: npm run bench -- face-accuracy --people FOLDER --recogniser FOLDER',
    `Then change over: gatehouse recogniser use --recogniser ${modelId}`,
    'Where several servers run, put it in on each of them.',
  ].join('\n')
}

/** The people whom a line names, at most. */
const maxNamed = 20

const namesOf = (people: readonly FailedPerson[]) =>
  people.map(({ name, isBlacklisted }) => (isBlacklisted ? `${name} (blacklist)` : name)).join(', ')

const whatBecomesOfThem = `Who has no template then: doors try the portrait by themselves; where that fails, too, the face opens nothing and is not found on the blacklist, while card, PIN and pass go on. Every ${againHours} hours the server tries again the pictures that it could not read.`

const useOptions = z.object({
  recogniser: z.string({ error: 'Name one with --recogniser: its id, or built-in. See --help.' }),
  anyway: z.boolean().default(false),
})

/** `gatehouse recogniser use --recogniser ID|built-in [--anyway]`. @throws Error */
export async function useRecogniser(options: Record<string, unknown>, config: Config): Promise<string> {
  const { recogniser, anyway } = read(useOptions, options)
  const wanted = recogniser === 'built-in' || recogniser === faceModelId ? null : recogniser
  return change(config, 'use-recogniser', recogniser, async (db) => {
    const state = await lockRecogniserState(db)
    if (wanted !== null && !(await selectRecognisers(db)).some((row) => row.model_id === wanted))
      throw new Error(`There is no recogniser ${wanted}: gatehouse recogniser list.`)
    if (state.in_use === wanted) {
      await updateRecogniserState(db, { is_changing: false, is_forced: false, wanted, problem: null, problem_at: null })
      return state.is_changing
        ? `The change to ${state.wanted ?? 'built-in'} is given up; ${recogniser} stays in use.`
        : `${recogniser} is in use already.`
    }
    const modelId = wanted ?? faceModelId
    const failed = await readFailed(db, modelId, maxNamed)
    await deleteFailures(db, modelId)
    await updateRecogniserState(db, {
      wanted,
      is_changing: true,
      is_forced: anyway,
      begun_at: state.is_changing && state.wanted === wanted ? state.begun_at : Temporal.Now.instant().toString(),
      problem: null,
      problem_at: null,
    })
    await queueJob({ db }, makeTemplatesJob, {}, { attempts: 1, key: makeTemplatesJob })
    const { people, done } = await readProgress(db, modelId)
    const lacking = people - done
    return anyway
      ? [
          `The server changes to ${recogniser} once every portrait was tried, even if some give no template. Of ${people} people ${lacking} lack one now. Follow it with gatehouse recogniser list.`,
          ...(failed.length === 0
            ? []
            : [`No template could be made of the portrait of ${namesOf(failed)}; each is tried once more now.`]),
          whatBecomesOfThem,
        ].join('\n')
      : `The server makes templates of ${lacking} of ${people} people in the background and changes over when nobody lacks one; until then doors compare as before. A portrait that gives none holds the change up, and is named. Follow it with gatehouse recogniser list, or on the page of the service configuration.`
  })
}

const oneOption = z.object({ recogniser: z.string({ error: 'Name one with --recogniser. See --help.' }) })

/** `gatehouse recogniser remove --recogniser ID`. @throws Error */
export async function removeRecogniser(options: Record<string, unknown>, config: Config): Promise<string> {
  const { recogniser } = read(oneOption, options)
  await change(config, 'remove-recogniser', recogniser, async (db) => {
    const state = await lockRecogniserState(db)
    if (state.in_use === recogniser || (state.is_changing && state.wanted === recogniser))
      throw new Error(`${recogniser} is in use: gatehouse recogniser use --recogniser built-in first.`)
    await updateRecogniserState(db, {
      former: state.former === recogniser ? null : state.former,
      wanted: state.wanted === recogniser ? state.in_use : state.wanted,
    })
    await translateThresholds({ db }, { taken: recogniser, inUse: state.in_use })
    await deleteTemplatesOf(db, recogniser)
    const { numDeletedRows } = (await deleteRecogniser(db, recogniser))[0] ?? {}
    if (!numDeletedRows) throw new Error(`There is no recogniser ${recogniser}: gatehouse recogniser list.`)
  })
  await rm(recogniserFile(config.GATEHOUSE_DATA, recogniser), { force: true })
  return `${recogniser} and the templates that were made with it are deleted.`
}

/** `gatehouse recogniser list`. */
export const listRecognisers = (config: Config): Promise<string> =>
  withDatabase(config, async (db) => {
    const state = await selectRecogniserState(db)
    const rows = await selectRecognisers(db)
    const named = [
      { modelId: faceModelId, ref: null, text: `built-in (${faceModelId}), 512 numbers` },
      ...rows.map((row) => {
        const { name, dimension } = manifestOf(row)
        return {
          modelId: row.model_id,
          ref: row.model_id,
          text: `${row.model_id}  ${name}, ${dimension} numbers, ${(Number(row.byte_size) / 1e6).toFixed(1)} MB`,
        }
      }),
    ]
    const lines: string[] = []
    for (const { modelId, ref, text } of named) {
      const { people, done } = await readProgress(db, modelId)
      const use = state.in_use === ref ? ' · in use' : ''
      const change = state.is_changing && state.wanted === ref ? ' · changing to it' : ''
      lines.push(`${text}${use}${change} · templates of ${done} of ${people} people`)
    }
    return [...lines, ...(await describeChange(db, state))].join('\n')
  })

async function describeChange(db: Db, state: RecogniserState): Promise<string[]> {
  const failed = await readFailed(db, (state.is_changing ? state.wanted : state.in_use) ?? faceModelId, maxNamed)
  if (!state.is_changing)
    return failed.length === 0
      ? []
      : [`The one in use has no template of the portrait of ${namesOf(failed)}.`, whatBecomesOfThem]
  const problems = {
    'file-missing': 'The file is not on the server that does the work: put it in there with gatehouse recogniser add.',
    'engine-failed':
      'The recogniser stopped with an error, see the log of the server; it is tried again every minute. Doors go on with the one in use.',
  } as const
  return [
    ...(state.problem === null ? [] : [problems[state.problem]]),
    ...(failed.length === 0
      ? []
      : [
          `No template could be made of the portrait of ${namesOf(failed)}. Give them another portrait, or change over without them: gatehouse recogniser use --recogniser ${state.wanted ?? 'built-in'} --anyway`,
          whatBecomesOfThem,
        ]),
  ]
}

function read<T extends z.ZodType>(schema: T, options: Record<string, unknown>): z.output<T> {
  const result = schema.safeParse(options)
  if (result.success) return result.data
  throw new Error(result.error.issues[0]?.message)
}

/** In one transaction, with its line in the operation log; the servers hear of it. */
const change = <T>(config: Config, event: string, item: string, work: (db: Db) => Promise<T>): Promise<T> =>
  withDatabase(config, (db) =>
    inTransaction({ db }, async ({ db }) => {
      const result = await work(db)
      await insertOperation(db, {
        module: 'service-config',
        event,
        side: 'system',
        address: '',
        requestId: '',
        actor: { kind: 'system' },
        note: { item },
      })
      await hint({ db }, { to: 'servers', what: 'recognisers' }, { to: 'consoles', topic: 'service-config' })
      return result
    }),
  )

export const recogniserCommands: readonly Command[] = [
  {
    name: 'recogniser add',
    help: `gatehouse recogniser add --folder FOLDER
gatehouse recogniser list
gatehouse recogniser use --recogniser ID|built-in [--anyway]
gatehouse recogniser remove --recogniser ID
    Another face recogniser (docs/operations.md). add checks the ONNX file and the recogniser.json of a folder and copies it into the
    data folder; nothing changes for doors. use makes templates of everybody in the background and then changes over, --anyway also
    if some portraits give none; with the one before, or built-in, it is the way back. The server may run.`,
    options: ['folder'],
    run: (options, config) => addRecogniser(options, config()),
  },
  { name: 'recogniser list', run: (_, config) => listRecognisers(config()) },
  {
    name: 'recogniser use',
    options: ['recogniser'],
    switches: ['anyway'],
    run: (options, config) => useRecogniser(options, config()),
  },
  {
    name: 'recogniser remove',
    options: ['recogniser'],
    run: (options, config) => removeRecogniser(options, config()),
  },
]
