import { parentPort, workerData } from 'node:worker_threads'
import sharp from 'sharp'
import { scaleBox } from '../core/box.ts'
import { checkPortrait } from '../core/check-portrait.ts'
import type { DescribedFace, DescribedPortrait, FoundFace } from '../core/face-engine.ts'
import { FaceError } from '../core/face-error.ts'
import { mainFirst } from '../core/main-face.ts'
import type { DecodedImage } from './decode-image.ts'
import { decodeImage, pixelsToJpeg, resizeToJpegs } from './decode-image.ts'
import type { Analysis, CheckedPortrait, FaceJob, JobMessage, WorkerMessage } from './face-jobs.ts'
import { loadFaceEngine } from './load-face-engine.ts'

// One picture at a time on one thread: the pool has as many workers as there are cores to use.
sharp.concurrency(1)
sharp.cache(false)

const engine = await loadFaceEngine(String(workerData))
const send = (message: WorkerMessage): void => parentPort?.postMessage(message)

parentPort?.on('message', ({ id, job }: JobMessage) => {
  run(job).then(
    (result) => send({ kind: 'done', id, result }),
    (error: unknown) => {
      const code = error instanceof FaceError ? error.code : 'face.worker-failed'
      send({ kind: 'refused', id, code, message: error instanceof Error ? error.message : String(error) })
    },
  )
})
send({ kind: 'ready' })

async function run(job: FaceJob): Promise<CheckedPortrait | Analysis | Uint8Array[]> {
  switch (job.kind) {
    case 'checkPortrait':
      return check(job)
    case 'analyse':
      return analyse(job)
    case 'resize':
      return resizeToJpegs(job.bytes, job.sides)
  }
}

async function check({
  bytes,
  level,
  keptSide,
}: Extract<FaceJob, { kind: 'checkPortrait' }>): Promise<CheckedPortrait> {
  const image = await decodeImage(bytes)
  const report = await checkPortrait(engine, image, level, image.scale)
  return {
    ...report,
    ...(report.face && { face: scalePortrait(report.face, image.scale) }),
    ...(report.passed && keptSide !== undefined && { kept: await pixelsToJpeg(image, keptSide) }),
    ...original(image),
  }
}

async function analyse({ bytes, checks }: Extract<FaceJob, { kind: 'analyse' }>): Promise<Analysis> {
  const image = await decodeImage(bytes)
  const found = await engine.findFaces(image)
  const faces = found.map((face) => scaleFound(face, image.scale))
  const [chosen] = mainFirst(found, image)
  if (!chosen) return { faces, ...original(image) }
  const described = await engine.describeFace(image, chosen)
  const main = {
    ...scaleDescribed(described, image.scale),
    liveness: checks.liveness ? await engine.evaluateLiveness(image, chosen) : null,
    eyesClosed: checks.eyes ? await engine.evaluateEyes(image, described) : null,
  }
  return { faces, main, ...original(image) }
}

function original({ originalWidth, originalHeight }: DecodedImage) {
  return { modelId: engine.modelId, width: originalWidth, height: originalHeight }
}

function scaleFound(face: FoundFace, scale: number): FoundFace {
  return { ...face, box: scaleBox(face.box, scale) }
}

function scaleDescribed(face: DescribedFace, scale: number): DescribedFace {
  return {
    ...face,
    box: scaleBox(face.box, scale),
    landmarks: face.landmarks.map((value) => value * scale),
  }
}

function scalePortrait({ quality, ...face }: DescribedPortrait, scale: number): DescribedPortrait {
  return { ...scaleDescribed(face, scale), quality: { ...quality, size: quality.size * scale } }
}
