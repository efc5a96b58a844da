import { readFile } from 'node:fs/promises'
import type { PixelImage } from '@gatehouse/face/core/pixel-image.ts'
import { warpImage } from '@gatehouse/face/core/warp-image.ts'
import { decodeImage } from '@gatehouse/face/node/decode-image.ts'
import { ensureModels } from '@gatehouse/face/node/fetch-models.ts'
import { loadFaceEngine } from '@gatehouse/face/node/load-face-engine.ts'
import { peopleOfPhotographs, photographPath } from '@gatehouse/face/test/photographs.ts'
import { seededRandom } from '@gatehouse/face/core/seeded-random.ts'
import { livenessChallenges, type LivenessChallenge } from '@gatehouse/engine/passage/vocabulary.ts'
import { playActions } from '@gatehouse/terminal/test/play-actions.ts'
import { type Measurement, row } from './benchmark.ts'

/** The pace of a slow tablet. */
const frameMs = 250

/**
 * Measures how often a photograph is accepted that a hand holds before the camera: one of each person, moved, tilted and turned
 * about its own axis. The photographs are not printed and filmed again: the traces of paper and screens, which the network for
 * liveness might see, are missing here.
 */
export async function measureSpoofs(): Promise<Measurement> {
  const engine = await loadFaceEngine(await ensureModels())
  const passed: Record<LivenessChallenge, number> = { blink: 0, turn: 0, mouth: 0 }
  let looksLive = 0
  let photographs = 0
  for (const [index, [file]] of Object.values(peopleOfPhotographs).entries()) {
    const image = await decodeImage(await readFile(photographPath(file)))
    const [face] = await engine.findFaces(image)
    if (!face) continue
    photographs++
    if ((await engine.evaluateLiveness(image, face)) >= 0.5) looksLive++
    const random = seededRandom(index + 1)
    for (const kind of livenessChallenges) {
      const { outcome } = await playActions(engine, () => moveByHand(image, random), kind, {
        frameMs,
        draws: [random(), random()],
      })
      if (outcome === 'done') passed[kind]++
    }
  }
  await engine.release()
  const share = (count: number): number => count / photographs
  const rows = [
    row({
      what: `${photographs} photographs as they are, called live by the network`,
      value: share(looksLive),
      unit: 'share',
    }),
    ...livenessChallenges.map((kind) =>
      row({ what: `  moved by hand, pass the challenge “${kind}”`, value: share(passed[kind]), unit: 'share' }),
    ),
  ]
  const people = Object.keys(peopleOfPhotographs).length
  return { work: { what: 'photographs in which a face was found', expected: people, done: photographs }, rows }
}

/** The photograph in a frame of 640 by 480: nearer or further, tilted by up to 12 degrees, turned until it is a third narrower. */
function moveByHand(image: PixelImage, random: () => number): PixelImage {
  const [width, height] = [640, 480]
  const scale = (image.height / height) * (1.1 + random() * 0.6)
  const narrower = 1 + random() * 0.5
  const angle = ((random() - 0.5) * 24 * Math.PI) / 180
  const [cos, sin] = [Math.cos(angle) * scale, Math.sin(angle) * scale]
  const [x, y] = [width / 2 + (random() - 0.5) * 60, height / 2 + (random() - 0.5) * 60]
  return warpImage(
    image,
    [
      ...([cos * narrower, -sin, image.width / 2 - cos * narrower * x + sin * y] as const),
      ...([sin * narrower, cos, image.height / 2 - sin * narrower * x - cos * y] as const),
    ],
    width,
    height,
    { fill: 128 },
  )
}
