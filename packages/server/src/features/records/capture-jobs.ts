import { AppError } from '@gatehouse/contract/errors.ts'
import { thresholdsOf } from '@gatehouse/face/core/recogniser-spec.ts'
import { faceModelId } from '@gatehouse/face/core/face-models.ts'
import { setTimeout as pause } from 'node:timers/promises'
import { keepsCaptures } from './stored-record-store.ts'
import { sealCaptureEmbedding } from '../../face/open-embedding.ts'
import type { RepeatingJob } from '../../jobs/job-runner.ts'
import { dayOf } from './stranger-score-reads.ts'
import { inTransaction, type Services } from '../../ctx.ts'
import {
  addCandidates,
  countStrangerScore,
  deleteDueCaptures,
  insertCaptureTemplate,
  lockCaptureTemplates,
  returnDueCapture,
  takeDueCapture,
} from './capture-store.ts'

type Needs = Pick<Services, 'db' | 'blobs' | 'face' | 'keys' | 'log' | 'people'>

/** A run ends before the next is due: it never takes both of the queue's two places. */
const maxRunMs = 45_000
/** The number of failures of the face engine after which a picture is taken for one without a face. */
const maxFailures = 3

/**
 * Reads the faces of strangers' captures, one picture at a time, and rests as long as each took: people who are being
 * enrolled wait for one picture at most, and this takes at most half of one worker.
 */
export async function readCaptures(services: Needs, stopping?: AbortSignal): Promise<number> {
  if (!(await keepsCaptures(services.db))) {
    await deleteDueCaptures(services.db)
    return 0
  }
  const start = performance.now()
  for (let count = 0; ; count++) {
    stopping?.throwIfAborted()
    const began = performance.now()
    if (began - start > maxRunMs) return count
    const outcome = await readNext(services)
    if (outcome === 'none-left' || outcome === 'busy') return count
    await pause(performance.now() - began, undefined, { signal: stopping })
  }
}

/** @throws the error of the face engine; the picture waits behind the others then */
async function readNext(services: Needs): Promise<'read' | 'none-left' | 'busy'> {
  let failure: Error | undefined
  const outcome = await inTransaction(services, async ({ db }) => {
    const due = await takeDueCapture(db)
    if (!due) return 'none-left'
    const face = await faceOf(services, due.capture_hash).catch((error: unknown) => {
      failure = error instanceof Error ? error : new Error(String(error))
      return null
    })
    const isBusy = failure instanceof AppError && failure.code === 'server.busy'
    const failures = due.failures + (failure === undefined || isBusy ? 0 : 1)
    if (isBusy || (failures > due.failures && failures < maxFailures)) {
      await returnDueCapture(db, { ...due, failures })
      return isBusy ? 'busy' : 'read'
    }
    await lockCaptureTemplates(db)
    const isStranger = await insertCaptureTemplate(db, {
      recordId: due.record_id,
      recognisedAt: due.recognised_at,
      modelId: face?.modelId ?? faceModelId,
      sealed: face && sealCaptureEmbedding(services.keys, due.record_id, face.embedding),
    })
    if (face && isStranger) await compareWithPeople({ db, people: services.people }, due, face)
    return 'read'
  })
  if (failure !== undefined && outcome !== 'busy') throw failure
  return outcome
}

const maxNamed = 3

/**
 * Writes the blacklisted people whom a stranger may be into the record, since doors are stricter than a human who looks at it; and counts
 * how alike the stranger is to the most alike person, for the thresholds of doors (ADR 0075).
 */
async function compareWithPeople(
  { db, people }: Pick<Needs, 'db' | 'people'>,
  record: { record_id: string; recognised_at: string },
  { modelId, embedding }: { modelId: string; embedding: Float32Array },
): Promise<void> {
  const all = await people.gallery.search(embedding, modelId, 20)
  const day = dayOf(Temporal.Instant.from(record.recognised_at))
  const [best] = all
  const count = await people.gallery.countPeople(modelId)
  if (best) await countStrangerScore(db, { day, cosine: best.cosine, people: count })
  const near = all.filter(({ cosine }) => cosine >= thresholdsOf(modelId).maybeBlacklisted)
  if (near.length > 0) await addCandidates(db, record, near, maxNamed)
}

/** The main face, near and in the middle; null when no face is found or the picture is gone. */
async function faceOf({ blobs, face }: Needs, hash: Buffer | null) {
  const bytes = hash && (await blobs.get(hash))
  if (!bytes) return null
  try {
    const { modelId, main } = await face.analyse(bytes)
    return main ? { modelId, embedding: main.embedding } : null
  } catch (error) {
    if (error instanceof AppError && error.code !== 'server.busy') return null
    throw error
  }
}

export const captureJobs = (services: Services): RepeatingJob[] => [
  { name: 'read-captures', cron: '* * * * *', run: async (stopping) => void (await readCaptures(services, stopping)) },
]
