import { cosineOf } from '@gatehouse/face/core/compare-embeddings.ts'
import type { DescribedFace, FaceEngine } from '@gatehouse/face/core/face-engine.ts'
import type { PixelImage } from '@gatehouse/face/core/pixel-image.ts'
import { decodeImage } from '@gatehouse/face/node/decode-image.ts'
import { ensureModels } from '@gatehouse/face/node/fetch-models.ts'
import { loadFaceEngine } from '@gatehouse/face/node/load-face-engine.ts'
import { altered } from '@gatehouse/face/test/alter-photograph.ts'
import { peopleOfPhotographs } from '@gatehouse/face/test/photographs.ts'
import { livenessChallenges } from '@gatehouse/engine/passage/vocabulary.ts'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import {
  besides,
  held,
  lit,
  mirrored,
  moved,
  openMouth,
  paintLids,
  type Sheet,
  strip,
} from '../../test/alter-frames.ts'
import { type Actor, playActions, rememberFrames, willing } from '../../test/play-actions.ts'

/*
 * A challenge against what somebody can do with a photograph of another person, or a film of them. Each attack may see what is asked for and answers as
 * well as it can. The frames are made by a program: nothing is printed or filmed again.
 */

type Photograph = { readonly image: PixelImage; readonly face: DescribedFace }
let engine: FaceEngine
const photographs = new Map<string, Photograph>()
const victims = ['franck_04035.jpg', 'kim1_crop.jpg'] as const

async function load(file: string): Promise<Photograph> {
  const image = await decodeImage(await altered(file, (photograph) => photograph.resize({ height: 320 })))
  const [found] = await engine.findFaces(image)
  if (!found) throw new Error(`no face in ${file}`)
  return { image, face: await engine.describeFace(image, found) }
}
const of = (file: string): Photograph => {
  const photograph = photographs.get(file)
  if (!photograph) throw new Error(`${file} was not loaded`)
  return photograph
}

beforeAll(async () => {
  engine = rememberFrames(await loadFaceEngine(await ensureModels()))
  for (const file of [...peopleOfPhotographs.franck, ...victims]) photographs.set(file, await load(file))
})
afterAll(() => engine.release())

const willingly = ({ image, face }: Photograph, waits?: number) => willing(image, face.landmarks, waits)
const isTurn = (action: string) => action.startsWith('turn')
const sideOf = (action: string) => (action === 'turn-left' ? 1 : -1)
/** Frames made once: the engine knows them again. */
function once<K extends string>(make: (key: K) => PixelImage): (key: K) => PixelImage {
  const made = new Map<K, PixelImage>()
  return (key) => {
    const frame = made.get(key) ?? make(key)
    made.set(key, frame)
    return frame
  }
}
/** A print that is turned in the hand as far as the action wants it, on the way there and back. */
function turnsSheet({ image }: Photograph, sheet: Sheet): Actor {
  const full = sheet.yawDegrees ?? 0
  const at = once((degrees: string) => held(image, { ...sheet, yawDegrees: Number(degrees) }))
  return (action, frame) => {
    const share = isTurn(action) ? ([0, 0.35, 0.7, 1, 1, 0.5][frame % 6] ?? 0) : 0
    return at(String(sideOf(action) * full * share))
  }
}
/** The action by a trick, and every turn as well as a head would do it: whether the trick alone is found out. */
function withTrick(photograph: Photograph, trick: readonly PixelImage[]): Actor {
  const turns = willingly(photograph)
  return (action, frame) => (isTurn(action) ? turns(action, frame) : (trick[frame % trick.length] ?? photograph.image))
}
/** The action by a trick, and every turn by turning the print. */
function onPaper(photograph: Photograph, trick: readonly PixelImage[]): Actor {
  const turns = turnsSheet(photograph, { yawDegrees: 45 })
  return (action, frame) => (isTurn(action) ? turns(action, frame) : (trick[frame % trick.length] ?? photograph.image))
}
const bothDraws = [
  [0.1, 0.1, 0.1],
  [0.9, 0.9, 0.9],
] as const

describe('a challenge', () => {
  it.each(livenessChallenges)(
    'A challenge accepts a face that does what is asked for: %s, in either order',
    async (wanted) => {
      const played = []
      for (const draws of bothDraws) {
        const photograph = of('kim1_crop.jpg')
        const { outcome, embedding } = await playActions(engine, willingly(photograph), wanted, { draws })
        played.push([outcome, cosineOf(embedding, photograph.face.embedding) > 0.8])
      }
      expect(played).toEqual(bothDraws.map(() => ['done', true]))
    },
  )

  it('A challenge takes six seconds at most of who begins each action a second after it is asked for, at ten frames a second', async () => {
    const times: number[] = []
    for (const file of victims)
      for (const wanted of ['blink', 'turn'] as const)
        for (const draws of bothDraws) {
          const { outcome, ms } = await playActions(engine, willingly(of(file), 10), wanted, { draws, frameMs: 100 })
          expect(outcome, `${file} ${wanted}`).toBe('done')
          times.push(ms)
        }
    process.stdout.write(
      `actions begun after one second were done after ${times.toSorted((a, b) => a - b).join(', ')} ms\n`,
    )
    expect(Math.max(...times)).toBeLessThanOrEqual(6_000)
  })
})

type Attack = readonly [what: string, wanted: 'blink' | 'turn' | 'mouth', make: (photograph: Photograph) => Actor]
const attacks: readonly Attack[] = [
  [
    'a photograph that does not move',
    'blink',
    ({ image }) =>
      () =>
        image,
  ],
  [
    'a film that stands still after its first frames',
    'turn',
    (photograph) => {
      const turns = willingly(photograph)
      let last = photograph.image
      return (action, frame) => (last = frame < 3 ? turns(action, frame) : last)
    },
  ],
  [
    'a strip of skin colour that passes before printed eyes',
    'blink',
    (photograph) => {
      const { image, face } = photograph
      const strips = [0.9, 0.4, 0, -0.4].map((up) => strip(image, face.landmarks, 0.5, up))
      return withTrick(photograph, [image, ...strips])
    },
  ],
  [
    'a thin strip of skin colour before printed eyes',
    'blink',
    (photograph) => {
      const { image, face } = photograph
      return withTrick(photograph, [image, strip(image, face.landmarks, 0.35), image])
    },
  ],
  [
    'lids painted over printed eyes',
    'blink',
    (photograph) => {
      const lids = paintLids(photograph.image, photograph.face.landmarks)
      return onPaper(photograph, [photograph.image, lids, photograph.image])
    },
  ],
  [
    'a hand that passes before the upper half of the face',
    'blink',
    (photograph) => {
      const { image, face } = photograph
      return withTrick(photograph, [image, strip(image, face.landmarks, 1.4, 0.2), image])
    },
  ],
  [
    'a picture that is darkened for a moment',
    'blink',
    (photograph) => {
      const dark = lit(photograph.image, 0.35)
      return withTrick(photograph, [photograph.image, dark, photograph.image])
    },
  ],
  [
    'a picture that is lit up for a moment',
    'blink',
    (photograph) => {
      const light = lit(photograph.image, 2.2)
      return withTrick(photograph, [photograph.image, light, photograph.image])
    },
  ],
  [
    'a mouth that a program stretches',
    'mouth',
    (photograph) => {
      const { image, face } = photograph
      return withTrick(photograph, [image, openMouth(image, face.landmarks, { isStretched: true })])
    },
  ],
  [
    'a dark mouth painted on a print',
    'mouth',
    (photograph) => {
      const { image, face } = photograph
      return onPaper(photograph, [image, openMouth(image, face.landmarks)])
    },
  ],
  ['a print that is turned by 45 degrees', 'turn', (photograph) => turnsSheet(photograph, { yawDegrees: 45 })],
  ['a print that is turned by 60 degrees', 'turn', (photograph) => turnsSheet(photograph, { yawDegrees: 60 })],
  [
    'a print turned right before the camera, where perspective bends it',
    'turn',
    (photograph) => turnsSheet(photograph, { yawDegrees: 40, distance: 1.2 }),
  ],
  [
    'a print that is bent and turned',
    'turn',
    (photograph) => turnsSheet(photograph, { yawDegrees: 30, bentAcross: 0.5 }),
  ],
  [
    'a print that is bent the other way and turned',
    'turn',
    (photograph) => turnsSheet(photograph, { yawDegrees: 40, bentAlong: 0.6 }),
  ],
  [
    'a picture that is moved sideways as a whole',
    'turn',
    ({ image }) => {
      const at = once((by: string) => moved(image, Number(by)))
      return (action, frame) => at(String(sideOf(action) * ([0, 15, 30, 45, 30, 15][frame % 6] ?? 0)))
    },
  ],
  [
    'a picture that is turned about its own axis',
    'turn',
    ({ image }) => {
      const at = once((degrees: string) => moved(image, 0, Number(degrees)))
      return (action, frame) => at(String(sideOf(action) * ([0, 8, 16, 24, 16, 8][frame % 6] ?? 0)))
    },
  ],
  [
    'a second photograph, turned to the side, that takes the place of the first',
    'turn',
    ({ image, face }) => {
      const sides = { 'turn-left': willing(image, face.landmarks), 'turn-right': willing(image, face.landmarks) }
      const turned = (action: 'turn-left' | 'turn-right') => {
        let frame = image
        for (let i = 0; i < 5; i++) frame = sides[action](action, i)
        return frame
      }
      const at = once(turned)
      return (action, frame) =>
        frame % 4 < 2 || !isTurn(action) ? image : at(action === 'turn-left' ? action : 'turn-right')
    },
  ],
  [
    'a film in a mirror',
    'turn',
    (photograph) => {
      const turns = willingly(photograph)
      const reflections = new Map<PixelImage, PixelImage>()
      return (action, frame) => {
        const seen = turns(action, frame)
        const reflected = reflections.get(seen) ?? mirrored(seen)
        reflections.set(seen, reflected)
        return reflected
      }
    },
  ],
  [
    'a face of flesh at the edge of the picture beside a photograph in the middle',
    'turn',
    ({ image }) => {
      const living = willingly(of('franck_02888.jpg'))
      const scenes = new Map<PixelImage, PixelImage>()
      return (action, frame) => {
        const beside = living(action, frame)
        const scene = scenes.get(beside) ?? besides(image, beside)
        scenes.set(beside, scene)
        return scene
      }
    },
  ],
]

describe('a challenge against attacks', () => {
  it.each(attacks)('[D6] A challenge is not passed by %s', async (_what, wanted, make) => {
    const outcomes: string[] = []
    for (const file of victims)
      for (const draws of bothDraws)
        outcomes.push((await playActions(engine, make(of(file)), wanted, { draws })).outcome)
    expect(outcomes).not.toContain('done')
  })

  it('[D6] A challenge is not passed by a film of somebody who talks', async () => {
    const frames = peopleOfPhotographs.franck.map((file) => of(file).image)
    for (const wanted of livenessChallenges) {
      let at = 0
      const { outcome } = await playActions(engine, () => frames[at++ % frames.length] ?? frames[0]!, wanted)
      expect(outcome, wanted).toBe('failed')
    }
  })

  it('A challenge is not passed by a film of its actions with a turn to the other side; one to the side that was drawn is not told from a person', async () => {
    const outcomes: string[] = []
    for (const [side, order] of [
      [0.1, 0.1],
      [0.1, 0.9],
      [0.9, 0.1],
    ] as const) {
      const film = willingly(of('kim1_crop.jpg'))
      let at = 0
      const actor: Actor = () => {
        const frame = at++ % 16
        return film(frame < 6 ? 'blink' : 'turn-right', frame)
      }
      outcomes.push((await playActions(engine, actor, 'blink', { draws: [side, order] })).outcome)
    }
    expect(outcomes).toEqual(['failed', 'failed', 'done'])
  })

  it('A challenge that somebody else finishes decides about their face, not about the one before', async () => {
    const [victim, other] = [of('kim1_crop.jpg'), of('franck_04035.jpg')]
    for (const draws of bothDraws) {
      const actions = willingly(other)
      let at = 0
      const actor: Actor = (action, frame) => (at++ < 2 ? victim.image : actions(action, frame))
      const { embedding } = await playActions(engine, actor, 'blink', { draws })
      expect(cosineOf(embedding, victim.face.embedding)).toBeLessThan(0.4)
    }
  })

  it('A challenge is not passed by a face that one action shows and the other does not', async () => {
    const [victim, other] = [of('kim1_crop.jpg'), of('franck_04035.jpg')]
    for (const draws of bothDraws) {
      const [own, theirs] = [willingly(victim), willingly(other)]
      const actor: Actor = (action, frame) => (isTurn(action) ? theirs(action, frame) : own(action, frame))
      const { outcome, embedding } = await playActions(engine, actor, 'blink', { draws })
      expect(outcome === 'done' && cosineOf(embedding, victim.face.embedding) > 0.6).toBe(false)
    }
  })

  it('[D6] A challenge is not passed by what the network takes for a picture in a single action', async () => {
    const photograph = of('kim1_crop.jpg')
    const screen = { ...engine, evaluateLiveness: async () => 0.1 }
    expect((await playActions(screen, willingly(photograph), 'turn')).outcome).toBe('failed')
  })
})
