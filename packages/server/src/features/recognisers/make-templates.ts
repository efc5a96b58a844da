import { setTimeout as pause } from 'node:timers/promises'
import { AppError } from '@gatehouse/contract/errors.ts'
import { faceModelId } from '@gatehouse/face/core/face-models.ts'
import { hint, inTransaction, type Services } from '../../ctx.ts'
import { StorageUnavailableError } from '../../lib/blob-store.ts'
import { RecogniserMissingError, type RecogniserSlot } from '../../face/recogniser-slot.ts'
import {
  lockRecogniserState,
  type RecogniserState,
  selectRecogniserState,
  updateRecogniserState,
} from '../../face/recogniser-store.ts'
import { sealEmbedding } from '../../face/open-embedding.ts'
import {
  deleteUnreadableBefore,
  exchangeTemplates,
  insertFurtherTemplate,
  selectUntried,
} from '../../people/portraits/further-template-store.ts'
import { againHours, emptyPicture, lookAtKept } from '../../people/portraits/look-at-kept.ts'
import { compareFacesOf } from '../face-pairs/face-pair-actions.ts'
import { changeOver } from './change-over.ts'
import { readPeopleOf, readProgress } from './recogniser-reads.ts'
import { readModelsOfDevices } from './device-recogniser-store.ts'

/** A run ends before the next is due. */
const maxRunMs = 40_000
const page = 50

/** Runs each minute, and at once when an operator has asked for a change. */
export const makeTemplatesJob = 'make-face-templates'

type Outcome = 'done' | 'missing' | 'busy' | 'time-up'

/**
 * Makes the templates that a change of recogniser needs, a portrait at a time, and rests as long as each took; changes over once nobody
 * lacks one. A portrait that gives no template holds up no other; one whose picture cannot be read is tried again after some hours. Templates that are made stay: the next run goes on with a run that was killed, on any server. Gives how many were made.
 */
export async function makeTemplates(
  services: Services,
  recognisers: RecogniserSlot,
  stopping?: AbortSignal,
  runMs = maxRunMs,
): Promise<number> {
  const state = await selectRecogniserState(services.db)
  // Nothing is made before the first change: templates of another model are those of terminals.
  if (state.begun_at === null) return 0
  await recognisers.refresh()
  const end = performance.now() + runMs
  let count = 0
  for (const modelId of await wantedModels(services, recognisers, state)) {
    const made = await makeAllOf(services, recognisers, modelId, state, end, stopping)
    count += made.count
    if (made.outcome === 'missing') continue
    if (made.outcome !== 'done') break
    if (state.is_changing && modelId === (state.wanted ?? faceModelId)) {
      // Another one is in use now: the next run sees to the rest.
      if (await changeIfWhole(services, recognisers, modelId)) return count
      continue
    }
    if (modelId === (state.in_use ?? faceModelId)) await putLateOnesInForce(services, modelId)
  }
  return count
}

/** The one that is changed to comes first, then what doors compare, then what older terminals and the way back need. */
async function wantedModels({ db }: Services, recognisers: RecogniserSlot, state: RecogniserState): Promise<string[]> {
  const named = [
    ...(state.is_changing ? [state.wanted ?? faceModelId] : []),
    state.in_use ?? faceModelId,
    ...(state.changed_at === null ? [] : [state.former ?? faceModelId]),
    ...(await readModelsOfDevices(db)),
  ]
  return [...new Set(named)].filter((modelId) => recognisers.knows(modelId))
}

async function makeAllOf(
  services: Services,
  recognisers: RecogniserSlot,
  modelId: string,
  state: RecogniserState,
  end: number,
  stopping: AbortSignal | undefined,
): Promise<{ count: number; outcome: Outcome }> {
  const { db } = services
  let count = 0
  const isChangedTo = state.is_changing && modelId === (state.wanted ?? faceModelId)
  const note = (problem: RecogniserState['problem']) =>
    isChangedTo && problem !== state.problem ? noteProblem(services, problem) : undefined
  const source = await recognisers.sourceOf(modelId).catch((error: unknown) => {
    if (error instanceof RecogniserMissingError) return error
    throw error
  })
  if (source instanceof RecogniserMissingError) {
    services.log.error({ modelId }, source.message)
    await note('file-missing')
    return { count, outcome: 'missing' }
  }
  await deleteUnreadableBefore(db, modelId, services.clock.now().subtract({ hours: againHours }).toString())
  for (let after: string | undefined; ;) {
    const rows = await selectUntried(db, modelId, after, page)
    if (rows.length === 0) {
      await note(null)
      return { count, outcome: 'done' }
    }
    for (const row of rows) {
      stopping?.throwIfAborted()
      const began = performance.now()
      // One at least, however slow the database was: otherwise a busy server would never come to an end.
      if (count > 0 && began > end) return { count, outcome: 'time-up' }
      try {
        await makeOne(services, modelId, source, row)
      } catch (error) {
        if (error instanceof AppError && error.code === 'server.busy') return { count, outcome: 'busy' }
        if (error instanceof StorageUnavailableError) {
          services.log.warn({ err: error, modelId }, 'the portraits cannot be read, and are tried again in a minute')
          return { count, outcome: 'busy' }
        }
        await note('engine-failed')
        throw error
      }
      count++
      after = row.image_id
      await pause(performance.now() - began, undefined, { signal: stopping })
    }
  }
}

type Portrait = Awaited<ReturnType<typeof selectUntried>>[number]

/** @throws AppError server.busy, or the error of the engine or the store */
async function makeOne(
  services: Services,
  modelId: string,
  source: Awaited<ReturnType<RecogniserSlot['sourceOf']>>,
  { image_id, blob_hash }: Portrait,
): Promise<void> {
  const { db, face, keys, clock } = services
  const look = await lookAtKept(services, blob_hash, {
    look: (bytes) => face.embed(bytes, source),
    prove: async () => (source ? face.tryRecogniser(source) : face.embed(await emptyPicture(), undefined)),
  })
  const embedding = look ? (look.embedding ?? 'no-face') : 'unreadable'
  const isMade = typeof embedding !== 'string'
  await insertFurtherTemplate(db, {
    image_id,
    model_id: modelId,
    embedding_sealed: isMade ? sealEmbedding(keys, image_id, embedding) : null,
    failure: isMade ? null : embedding,
    made_at: clock.now().toString(),
  })
}

/** Whether the recogniser was changed. */
async function changeIfWhole(services: Services, recognisers: RecogniserSlot, modelId: string): Promise<boolean> {
  const { people, done } = await readProgress(services.db, modelId)
  const { is_forced: isForced } = await selectRecogniserState(services.db)
  if (done < people && !isForced) return false
  await changeOver(services, recognisers, modelId)
  return true
}

/** Portraits that another server took in with the former recogniser, in the moment of the change. */
async function putLateOnesInForce(services: Services, modelId: string): Promise<void> {
  await inTransaction(services, async ({ db, clock }) => {
    const { in_use: inUse } = await lockRecogniserState(db)
    if ((inUse ?? faceModelId) !== modelId) return
    const changed = await exchangeTemplates(db, modelId, clock.now().toString())
    const personIds = await readPeopleOf(db, changed)
    await compareFacesOf({ db }, personIds)
    for (const id of personIds) await hint({ db }, { to: 'servers', what: 'gallery', id })
  })
}

async function noteProblem(services: Services, problem: RecogniserState['problem']): Promise<void> {
  await updateRecogniserState(services.db, {
    problem,
    problem_at: problem === null ? null : services.clock.now().toString(),
  })
  await hint(services, { to: 'consoles', topic: 'service-config' })
}
