import { boxWidth, type Box } from '@gatehouse/face/core/box.ts'
import { type LivenessChallenge, livenessChallenges } from '@gatehouse/engine/passage/vocabulary.ts'
import type { DescribedFace, FaceEngine, FoundFace } from '@gatehouse/face/core/face-engine.ts'
import { cosineOf } from '@gatehouse/face/core/compare-embeddings.ts'
import type { PixelImage } from '@gatehouse/face/core/pixel-image.ts'
import { mouthOpening } from '@gatehouse/face/core/portrait-quality.ts'
import { prepareZXingModule, readBarcodes } from 'zxing-wasm/reader'
import zxingWasmUrl from 'zxing-wasm/reader/zxing_reader.wasm?url'
import { placeOf, type SeenFace } from '../../recognition/recogniser.ts'
import { createChallenge, type Challenge } from './challenge.ts'
import type { Answers, Asked, EyeSettings, FrameSeen, Noticed } from './face-messages.ts'
import { createTracks, type Track } from './face-tracks.ts'
import { loadEngine } from './load-engine.ts'

/*
 * The face detection of a terminal in a browser, on a thread of its own: faces in every frame, and a close look at each
 * that is due.
 */

prepareZXingModule({ overrides: { locateFile: () => zxingWasmUrl } })

/** The time between two searches for a code. */
const codeEveryMs = 250
/** A face turned further away than this is skipped: it would be taken for a stranger's. */
const maxTurned = { yaw: 32, pitch: 30, roll: 30 }
const maxSide = 640
/** Below this cosine from frame to frame it is another person. */
const sameFace = 0.4

const loaded = Promise.withResolvers<FaceEngine>()
loaded.promise.catch(() => undefined) // each caller gets the error
const tracks = createTracks<FoundFace>()
/** The people who are being asked for a challenge, by their track, with the look from before it. */
const asked = new Map<number, { noticed: Noticed; embedding: Float32Array; challenge: Challenge }>()
const frameCanvas = new OffscreenCanvas(1, 1)
let searchedAt = Number.NEGATIVE_INFINITY

async function seeFrame(frame: ImageBitmap, settings: EyeSettings, isPaused: boolean): Promise<FrameSeen> {
  const engine = await loaded.promise
  const image = draw(frame)
  const faces = tracks.follow(await engine.findFaces(image), performance.now())
  return {
    width: image.width,
    height: image.height,
    brightness: brightnessOf(image),
    faces: faces.map(({ id, box }) => ({ track: id, box })),
    noticed: isPaused ? [] : await notice(engine, image, faces, settings),
    challenge: [...asked.values()][0]?.challenge.kind ?? null,
  }
}

/** Handles a code, and every face that is due. */
async function notice(
  engine: FaceEngine,
  image: Drawn,
  faces: readonly Track<FoundFace>[],
  settings: EyeSettings,
): Promise<Noticed[]> {
  const nowMs = performance.now()
  const noticed: Noticed[] = []
  if (settings.readsCodes && nowMs - searchedAt >= codeEveryMs) {
    searchedAt = nowMs
    const codes = await readCodes(image.pixels)
    if (codes.length > 0) noticed.push({ ...(await scene(image, faces)), track: null, face: null, codes })
  }
  for (const id of asked.keys()) if (!tracks.has(id)) asked.delete(id)
  for (const track of settings.isSingle ? faces.slice(0, 1) : faces) {
    if (boxWidth(track.box) < settings.minFaceWidth || !tracks.isDue(track, nowMs, settings.againMs)) continue
    const face = await engine.describeFace(image, track.face)
    const look = async (): Promise<Noticed> => {
      const taken = await scene(image, faces, track)
      const seen = {
        ...(await toSeen(engine, image, face, settings)),
        place: taken.place,
        isTentative: tracks.countLook(track),
      }
      return { ...taken, track: track.id, face: seen, codes: [] }
    }
    if (settings.challenge === 'none') {
      if (!isTurned(face)) noticed.push(await look())
      continue
    }
    const challenged = await challenge(engine, { image, face, look, nowMs, id: track.id, wanted: settings.challenge })
    if (challenged) noticed.push(challenged)
  }
  return noticed
}

type Examined = {
  readonly image: Drawn
  readonly face: DescribedFace
  readonly look: () => Promise<Noticed>
  readonly nowMs: number
  readonly id: number
  readonly wanted: LivenessChallenge | 'any'
}

/** Asks for a challenge, and returns the look from before it once the challenge was passed or failed. */
async function challenge(engine: FaceEngine, examined: Examined): Promise<Noticed | null> {
  const { image, face, look, nowMs, id, wanted } = examined
  let open = asked.get(id)
  // A person who steps into the place of another starts from the beginning.
  if (!open || cosineOf(open.embedding, face.embedding) < sameFace) {
    if (isTurned(face)) return null
    // The screen has room for one question: a second person gets the same one.
    const [other] = asked.values()
    const kind = wanted === 'any' ? (other?.challenge.kind ?? pickChallenge()) : wanted
    open = { noticed: await look(), embedding: face.embedding, challenge: createChallenge(kind, nowMs) }
    asked.set(id, open)
  }
  const { left, right } = await engine.evaluateEyes(image, face)
  const signals = {
    eyesClosed: Math.min(left, right),
    yaw: face.pose.yaw,
    mouthOpening: mouthOpening(face.landmarks),
  }
  const outcome = open.challenge.follow(signals, nowMs)
  if (outcome === 'asked' || !open.noticed.face) return null
  asked.delete(id)
  const missed = outcome === 'failed' ? open.challenge.kind : null
  const seen = { ...open.noticed.face, isTentative: false, missed }
  return { ...open.noticed, face: seen }
}

const pickChallenge = (): LivenessChallenge =>
  livenessChallenges[Math.floor(Math.random() * livenessChallenges.length)] ?? 'blink'

const isTurned = ({ pose }: DescribedFace): boolean =>
  Math.abs(pose.yaw) > maxTurned.yaw || Math.abs(pose.pitch) > maxTurned.pitch || Math.abs(pose.roll) > maxTurned.roll

const toSeen = async (
  engine: FaceEngine,
  image: PixelImage,
  face: DescribedFace,
  { checksLiveness }: Pick<EyeSettings, 'checksLiveness'>,
): Promise<SeenFace> => ({
  width: boxWidth(face.box),
  embedding: face.embedding,
  liveness: checksLiveness ? await engine.evaluateLiveness(image, face) : null,
})

async function readCodes(pixels: ImageData): Promise<string[]> {
  const codes = await readBarcodes(pixels, { formats: ['QRCode'], maxNumberOfSymbols: 4 })
  return codes.filter(({ isValid }) => isValid).map(({ text }) => text)
}

type Drawn = PixelImage & {
  readonly pixels: ImageData
}

async function decode(picture: Uint8Array<ArrayBuffer>): Promise<Drawn> {
  return draw(await createImageBitmap(new Blob([picture])), Number.POSITIVE_INFINITY)
}

/** Draws the picture on the canvas, from which `encode` takes it. */
function draw(frame: ImageBitmap, limit = maxSide): Drawn {
  const scale = Math.min(1, limit / Math.max(frame.width, frame.height))
  const width = Math.round(frame.width * scale)
  const height = Math.round(frame.height * scale)
  const target = limit === maxSide ? frameCanvas : new OffscreenCanvas(width, height)
  if (target.width !== width || target.height !== height) Object.assign(target, { width, height })
  const context = target.getContext('2d', { willReadFrequently: true })
  if (!context) throw new Error('this browser has no canvas for a worker')
  context.drawImage(frame, 0, 0, width, height)
  frame.close()
  const pixels = context.getImageData(0, 0, width, height)
  return { data: pixels.data, width, height, channels: 4, pixels }
}

/**
 * The whole picture of the camera, as a JPEG for the record of one person: other people on it are visible but must not
 * be recognisable. They have records of their own, which are searched by their faces and erased with them.
 */
async function scene(
  image: Drawn,
  faces: readonly Pick<FoundFace, 'box'>[],
  about = faces[0],
): Promise<Pick<Noticed, 'picture' | 'place'>> {
  const target = new OffscreenCanvas(image.width, image.height)
  const context = target.getContext('2d')
  context?.putImageData(image.pixels, 0, 0)
  for (const { box } of faces) if (context && box !== about?.box) coarsen(context, box)
  const blob = await target.convertToBlob({ type: 'image/jpeg', quality: 0.82 })
  return { picture: new Uint8Array(await blob.arrayBuffer()), place: about ? placeOf(about.box, image) : null }
}

/** Replaces the face by squares of an eighth of its size, in which nobody can be recognised. */
function coarsen(context: OffscreenCanvasRenderingContext2D, { left, top, right, bottom }: Box): void {
  const few = new OffscreenCanvas(8, 8)
  few.getContext('2d')?.drawImage(context.canvas, left, top, right - left, bottom - top, 0, 0, 8, 8)
  context.imageSmoothingEnabled = false
  context.drawImage(few, left, top, right - left, bottom - top)
}

/** The brightness of every 64th pixel: enough to know day from night. */
function brightnessOf({ data }: PixelImage): number {
  let sum = 0
  let count = 0
  for (let p = 0; p < data.length; p += 256, count++) sum += data[p + 1] ?? 0
  return count === 0 ? 0 : sum / count
}

addEventListener('message', ({ data: [id, question] }: MessageEvent<[number, Asked]>) => {
  answer(question).then(
    (result) => postMessage([id, result, null]),
    (error: unknown) => postMessage([id, null, error instanceof Error ? error.message : String(error)]),
  )
})

async function answer(question: Asked): Promise<Answers[Asked['kind']]> {
  switch (question.kind) {
    case 'load':
      try {
        const { engine, runtime } = await loadEngine(question.modelsUrl)
        loaded.resolve(engine)
        return runtime
      } catch (error) {
        loaded.reject(error)
        throw error
      }
    case 'frame':
      return seeFrame(question.frame, question.settings, question.isPaused)
    case 'keep': {
      const engine = await loaded.promise
      const image = draw(question.frame)
      return { ...(await scene(image, await engine.findFaces(image))), track: null, face: null, codes: [] }
    }
    case 'settle':
      tracks.settle(question.track, performance.now())
      return null
    case 'look': {
      const engine = await loaded.promise
      const image = await decode(question.picture)
      const [found] = await engine.findFaces(image)
      return found ? toSeen(engine, image, await engine.describeFace(image, found), question) : null
    }
    case 'read':
      return readCodes((await decode(question.picture)).pixels)
  }
}
