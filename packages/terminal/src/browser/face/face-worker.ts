import { boxWidth, type Box } from '@gatehouse/face/core/box.ts'
import type { LivenessChallenge } from '@gatehouse/engine/passage/vocabulary.ts'
import type { DescribedFace, FaceEngine, FoundFace } from '@gatehouse/face/core/face-engine.ts'
import { drawFace } from '@gatehouse/face/core/drawn-face.ts'
import { faceModelId } from '@gatehouse/face/core/face-models.ts'
import { type OtherRecogniser, withRecogniser } from '@gatehouse/face/core/other-recogniser.ts'
import { noteRecogniser, sameVisitOf } from '@gatehouse/face/core/recogniser-spec.ts'
import { mainFirst } from '@gatehouse/face/core/main-face.ts'
import type { PixelImage } from '@gatehouse/face/core/pixel-image.ts'
import { prepareZXingModule, readBarcodes } from 'zxing-wasm/reader'
import zxingWasmUrl from 'zxing-wasm/reader/zxing_reader.wasm?url'
import { placeOf, type SeenFace } from '../../recognition/recogniser.ts'
import { visitedFace } from '../../recognition/visit.ts'
import { type AskedActions, askActions, lookOf } from './ask-actions.ts'
import type { Answers, Asked, EyeSettings, FrameSeen, Noticed } from './face-messages.ts'
import { createTracks, type Track } from './face-tracks.ts'
import type { Runtime } from './choose-engine.ts'
import { loadEngine, loadOther } from './load-engine.ts'

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
/**
 * Frames that a face must have been in view. A visit begins with the first: it takes three looks, so a face that appears in a flash is never
 * decided about. A challenge asks for something at once, and is not begun for one.
 */
const minFramesFor = { visit: 1, challenge: 2 }

const loaded = Promise.withResolvers<{ engine: FaceEngine; runtime: Runtime }>()
loaded.promise.catch(() => undefined) // each caller gets the error
let tracks = createTracks<FoundFace>()
let trackedBy = faceModelId
/** The other recognisers that were taken, each with the engine that finds faces for it. */
const others = new Map<string, { readonly recogniser: OtherRecogniser; readonly engine: FaceEngine }>()
/** The people who are being asked for a challenge, by their track, with the look from before it. */
const asked = new Map<number, { readonly noticed: Noticed; readonly actions: AskedActions }>()
const frameCanvas = new OffscreenCanvas(1, 1)
let searchedAt = Number.NEGATIVE_INFINITY

async function engineOf(modelId: string): Promise<FaceEngine> {
  const { engine } = await loaded.promise
  if (modelId === faceModelId) return engine
  const other = others.get(modelId)
  if (!other) throw new Error(`the recogniser ${modelId} was not loaded`)
  return other.engine
}

/** Looks of one visit are by one recogniser: when another one is in use, visits begin again. */
function trackBy(modelId: string): void {
  if (modelId === trackedBy) return
  trackedBy = modelId
  tracks = createTracks(sameVisitOf(modelId))
  asked.clear()
}

async function seeFrame(frame: ImageBitmap, settings: EyeSettings, isPaused: boolean): Promise<FrameSeen> {
  const engine = await engineOf(settings.modelId)
  trackBy(settings.modelId)
  const image = draw(frame)
  const faces = tracks.follow(mainFirst(await engine.findFaces(image), image), performance.now())
  return {
    width: image.width,
    height: image.height,
    brightness: brightnessOf(image),
    faces: faces.map(({ id, box }) => ({ track: id, box })),
    noticed: isPaused ? [] : await notice(engine, image, faces, settings),
    challenge: [...asked.values()][0]?.actions.action ?? null,
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
    if (codes.length > 0)
      noticed.push({ ...(await scene(image, faces)), modelId: trackedBy, track: null, face: null, codes })
  }
  for (const id of asked.keys()) if (!tracks.has(id)) asked.delete(id)
  const minFrames = settings.challenge === 'none' ? minFramesFor.visit : minFramesFor.challenge
  for (const track of settings.isSingle ? faces.slice(0, 1) : faces) {
    if (
      boxWidth(track.box) < settings.minFaceWidth ||
      !tracks.isDue(track, nowMs, { againMs: settings.againMs, minFrames })
    )
      continue
    if (settings.challenge !== 'none') {
      // Its limits of likeness were measured with the built-in recogniser.
      const { engine: own } = await loaded.promise
      const frame = { image, faces, track, face: await own.describeFace(image, track.face), nowMs }
      const challenged = await challenge(own, frame, settings, settings.challenge)
      if (challenged) noticed.push(challenged)
      continue
    }
    const face = await engine.describeFace(image, track.face)
    if (isTurned(face)) continue
    const liveness = settings.checksLiveness ? await engine.evaluateLiveness(image, face) : null
    const visited = tracks.visitOf(track).add(lookOf(face, liveness), nowMs)
    if (visited) noticed.push(await notedFace({ image, faces, track, face, nowMs }, visited))
  }
  return noticed
}

type Examined = {
  readonly image: Drawn
  readonly faces: readonly Track<FoundFace>[]
  readonly track: Track<FoundFace>
  readonly face: DescribedFace
  readonly nowMs: number
}

/** A face that needs a decision, with the picture of this moment. */
async function notedFace(
  { image, faces, track, face }: Examined,
  seen: Omit<SeenFace, 'width' | 'place'>,
): Promise<Noticed> {
  const taken = await scene(image, faces, track)
  return {
    ...taken,
    modelId: trackedBy,
    track: track.id,
    face: { ...seen, width: boxWidth(face.box), place: taken.place },
    codes: [],
  }
}

/** Asks for the actions of a challenge, and returns the look from before them once they were done or missed. */
async function challenge(
  engine: FaceEngine,
  frame: Examined,
  { minLiveness }: EyeSettings,
  wanted: LivenessChallenge | 'any',
): Promise<Noticed | null> {
  const { image, face, nowMs, track } = frame
  const note = async () => {
    const inUse = await engineOf(trackedBy)
    const look = inUse === engine ? face : await inUse.describeFace(image, track.face)
    return notedFace(frame, visitedFace([lookOf(look, null)]))
  }
  const open = asked.get(track.id)
  if (!open) {
    if (isTurned(face)) return null
    const [beside] = asked.values()
    const settings = { wanted, minLiveness, draw: Math.random, actions: beside?.actions.actions }
    const actions = await askActions(engine, settings, frame)
    asked.set(track.id, { noticed: await note(), actions })
    return null
  }
  const outcome = await open.actions.follow(image, face, nowMs)
  if (outcome === 'restarted') asked.set(track.id, { ...open, noticed: await note() })
  if (outcome === 'asked' || outcome === 'restarted' || !open.noticed.face) return null
  asked.delete(track.id)
  return { ...open.noticed, face: { ...open.noticed.face, ...open.actions.result(outcome === 'done') } }
}

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

async function takeRecogniser({ spec, model, idInUse }: Extract<Asked, { kind: 'take' }>): Promise<void> {
  const { engine, runtime } = await loaded.promise
  // A change that failed half-way begins again with the one that is loaded.
  if (others.has(spec.modelId)) return
  for (const [modelId, { recogniser }] of others) {
    if (modelId === idInUse) continue
    others.delete(modelId)
    await recogniser.release()
  }
  const recogniser = await loadOther(runtime, spec, model)
  try {
    // One that cannot compute here must fail now, and not at the door.
    await recogniser.embedAligned(drawFace({ person: 0, isChanged: false, side: spec.input.side }))
  } catch (error) {
    await recogniser.release()
    throw error
  }
  noteRecogniser(spec)
  others.set(spec.modelId, { recogniser, engine: withRecogniser(engine, recogniser) })
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
        const started = await loadEngine(question.modelsUrl)
        loaded.resolve(started)
        return started.runtime
      } catch (error) {
        loaded.reject(error)
        throw error
      }
    case 'frame':
      return seeFrame(question.frame, question.settings, question.isPaused)
    case 'keep': {
      const { engine } = await loaded.promise
      const image = draw(question.frame)
      const faces = mainFirst(await engine.findFaces(image), image)
      return { ...(await scene(image, faces)), modelId: trackedBy, track: null, face: null, codes: [] }
    }
    case 'settle':
      tracks.settle(question.track, performance.now())
      return null
    case 'take':
      await takeRecogniser(question)
      return null
    case 'look': {
      const engine = await engineOf(question.modelId)
      const image = await decode(question.picture)
      const [found] = mainFirst(await engine.findFaces(image), image)
      return found ? toSeen(engine, image, await engine.describeFace(image, found), question) : null
    }
    case 'read':
      return readCodes((await decode(question.picture)).pixels)
  }
}
