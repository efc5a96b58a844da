import { parentPort, workerData } from 'node:worker_threads'
import sharp from 'sharp'
import { scaleBox } from '../core/box.ts'
import { checkPortrait } from '../core/check-portrait.ts'
import type { DescribedFace, DescribedPortrait, FaceEngine, FoundFace } from '../core/face-engine.ts'
import { FaceError } from '../core/face-error.ts'
import { mainFirst } from '../core/main-face.ts'
import type { TurnedPicture } from '../core/turn-picture.ts'
import { type Affine, placeOf } from '../core/warp-image.ts'
import type { DecodedImage } from './decode-image.ts'
import { decodeImage, pixelsToJpeg, resizeToJpegs } from './decode-image.ts'
import type {
  Analysis,
  CheckedPortrait,
  EmbeddedPortrait,
  FaceJob,
  FaceResults,
  JobMessage,
  Turn,
  WorkerMessage,
} from './face-jobs.ts'
import { loadFaceEngine } from './load-face-engine.ts'
import { createRecogniserShelf } from './recogniser-shelf.ts'

// One picture at a time on one thread: the pool has as many workers as there are cores to use.
sharp.concurrency(1)
sharp.cache(false)

const ownEngine = await loadFaceEngine(String(workerData))
const shelf = createRecogniserShelf(ownEngine)
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

async function run(job: FaceJob): Promise<FaceResults[FaceJob['kind']]> {
  switch (job.kind) {
    case 'checkPortrait':
      return check(job)
    case 'analyse':
      return analyse(job)
    case 'embed':
      return embed(job)
    case 'try':
      await shelf.tryOut(job.recogniser)
      return null
    case 'resize':
      return resizeToJpegs(job.bytes, job.sides)
  }
}

async function check({
  bytes,
  level,
  keptSide,
  recogniser,
}: Extract<FaceJob, { kind: 'checkPortrait' }>): Promise<CheckedPortrait> {
  const engine = await shelf.engineOf(recogniser)
  const image = await decodeImage(bytes)
  const { picture, face, ...report } = await checkPortrait(engine, image, level, image.scale)
  const { scale } = image
  // The sender of a picture that will not do sees it as it was sent.
  if (!report.passed)
    return {
      ...report,
      ...(face && { face: scalePortrait(asItCame(face, picture), scale) }),
      ...original(image, engine),
    }
  return {
    ...report,
    ...(face && { face: scalePortrait(face, scale) }),
    ...(keptSide !== undefined && { kept: await pixelsToJpeg(picture.image, keptSide) }),
    ...original(image, engine),
    ...(picture.toSource && {
      width: Math.round(picture.image.width * scale),
      height: Math.round(picture.image.height * scale),
      turned: turnOf(picture.toSource, image),
    }),
  }
}

/** The face in pixels of the photograph before it was turned. */
function asItCame(face: DescribedPortrait, { toSource }: TurnedPicture): DescribedPortrait {
  if (!toSource) return face
  const { left, top, right, bottom } = face.box
  const corners = [placeOf(toSource, left, top), placeOf(toSource, right, bottom)]
  const xs = corners.map(({ x }) => x)
  const ys = corners.map(({ y }) => y)
  const landmarks = face.landmarks.map((value, i) =>
    i % 2 === 0
      ? placeOf(toSource, value, face.landmarks[i + 1] ?? 0).x
      : placeOf(toSource, face.landmarks[i - 1] ?? 0, value).y,
  )
  const box = { left: Math.min(...xs), top: Math.min(...ys), right: Math.max(...xs), bottom: Math.max(...ys) }
  return { ...face, box, landmarks }
}

/** The other way round: from the photograph as it was decoded to the upright picture, in pixels of the photograph itself. */
function turnOf([a, b, c, d, e, f]: Affine, { width, height, scale }: DecodedImage): Turn {
  const share = scale / (a * e - b * d)
  return {
    width,
    height,
    matrix: [e * share, -d * share, -b * share, a * share, (b * f - c * e) * share, (c * d - a * f) * share],
  }
}

/** A stored portrait has passed its checks; where another face is beside the portrait's, the main one counts. */
async function embed({ bytes, recogniser }: Extract<FaceJob, { kind: 'embed' }>): Promise<EmbeddedPortrait> {
  const engine = await shelf.engineOf(recogniser)
  const image = await decodeImage(bytes)
  const [chosen] = mainFirst(await engine.findFaces(image), image)
  const embedding = chosen ? (await engine.describePortrait(image, chosen)).embedding : null
  return { modelId: engine.modelId, embedding }
}

async function analyse({ bytes, checks, recogniser }: Extract<FaceJob, { kind: 'analyse' }>): Promise<Analysis> {
  const engine = await shelf.engineOf(recogniser)
  const image = await decodeImage(bytes)
  const found = await engine.findFaces(image)
  const faces = found.map((face) => scaleFound(face, image.scale))
  const [chosen] = mainFirst(found, image)
  if (!chosen) return { faces, ...original(image, engine) }
  const described = await engine.describeFace(image, chosen)
  const main = {
    ...scaleDescribed(described, image.scale),
    liveness: checks.liveness ? await engine.evaluateLiveness(image, chosen) : null,
    eyesClosed: checks.eyes ? await engine.evaluateEyes(image, described) : null,
  }
  return { faces, main, ...original(image, engine) }
}

function original({ originalWidth, originalHeight }: DecodedImage, engine: FaceEngine) {
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

function scalePortrait({ quality, eyes, ...face }: DescribedPortrait, scale: number): DescribedPortrait {
  return { ...scaleDescribed(face, scale), eyes, quality: { ...quality, size: quality.size * scale } }
}
