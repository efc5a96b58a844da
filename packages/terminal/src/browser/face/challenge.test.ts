import { livenessChallenges } from '@gatehouse/engine/passage/vocabulary.ts'
import fc from 'fast-check'
import { expect, it } from 'vitest'
import { challengeMs, createChallenge, type Action, drawActions, type Signs, signLimits } from './challenge.ts'

const still: Signs = {
  eyesClosed: 0.1,
  anyEyeClosed: 0.1,
  yaw: 2,
  relief: 0,
  mouthOpening: 0.05,
  mouthBrightness: 0.9,
  closed: null,
  likeFirst: 0.9,
  likeBefore: 0.95,
  covered: 0,
  light: 1,
  liveness: 0.99,
}
type Frame = Partial<Signs>
const shut: Frame = { eyesClosed: 0.9, anyEyeClosed: 0.9, closed: { surroundings: 0.97, lashes: 0.9 } }
const turned = (degrees: number): Frame => ({ yaw: still.yaw + degrees, relief: degrees * 0.0028 })
const actions: Readonly<Record<Action, readonly Frame[]>> = {
  blink: [{}, shut, {}],
  mouth: [{}, { mouthOpening: 0.25 }, { mouthOpening: 0.5, mouthBrightness: 0.4 }, {}],
  'turn-left': [{}, turned(13), turned(26), turned(29), turned(12), {}],
  'turn-right': [{}, turned(-13), turned(-26), turned(-29), turned(-12), {}],
}

function play(asked: readonly [Action, Action], frames: readonly Frame[], frameMs = 100): string {
  const challenge = createChallenge(asked, still, challengeMs, 0.5)
  let outcome = 'asked'
  for (const [i, frame] of frames.entries()) {
    outcome = challenge.follow({ ...still, ...frame }, i * frameMs)
    if (outcome !== 'asked') return outcome
  }
  return outcome
}
const both = (first: Action, second: Action, change: Frame = {}): readonly Frame[] =>
  [...actions[first], ...actions[second]].map((frame) => ({ ...frame, ...change }))

it.each([
  ['blink', 'turn-left'],
  ['turn-right', 'blink'],
  ['mouth', 'turn-right'],
  ['turn-left', 'turn-right'],
] as const)('A challenge accepts both actions in the order in which they are asked for: %s, %s', (first, second) => {
  expect(play([first, second], both(first, second))).toBe('done')
  expect(play([first, second], actions[first])).toBe('asked')
})

it('A challenge does not accept an action before it is asked for, and fails for a turn to the other side', () => {
  expect(play(['blink', 'turn-left'], both('turn-left', 'blink'))).toBe('asked')
  expect(play(['turn-left', 'blink'], actions['turn-right'])).toBe('failed')
})

/** A turn to the left in frames that are otherwise so. */
const turnWith = (frame: Frame) => actions['turn-left'].map((turn) => ({ ...turn, ...frame }))

type Refused = readonly [what: string, asked: readonly [Action, Action], frames: readonly Frame[]]
const mouthOpen: Frame = { mouthOpening: 0.5, mouthBrightness: 0.4 }
/** Each has all that the challenge asks for but one thing. */
const refused: readonly Refused[] = [
  ['eyes that are closed from the start', ['blink', 'turn-left'], [shut, shut, {}, ...actions['turn-left']]],
  ['eyes that do not open again', ['blink', 'turn-left'], [{}, shut, shut, ...turnWith(shut)]],
  [
    'eyes that close by half',
    ['blink', 'turn-left'],
    [{}, { ...shut, eyesClosed: 0.6, anyEyeClosed: 0.6 }, {}, ...actions['turn-left']],
  ],
  [
    'eyes of which one stays half closed',
    ['blink', 'turn-left'],
    [{ anyEyeClosed: 0.5 }, shut, { anyEyeClosed: 0.5 }, ...turnWith({ anyEyeClosed: 0.5 })],
  ],
  ['a mouth that is open from the start', ['mouth', 'turn-left'], [mouthOpen, mouthOpen, ...turnWith(mouthOpen)]],
  [
    'a mouth that parts a little',
    ['mouth', 'turn-left'],
    [{}, { mouthOpening: 0.3, mouthBrightness: 0.4 }, {}, ...actions['turn-left']],
  ],
  [
    'a head that was turned from the start',
    ['turn-left', 'blink'],
    [turned(13), turned(14), turned(26), turned(29), ...actions.blink],
  ],
  ['a head that turns at once', ['turn-left', 'blink'], [{}, {}, turned(26), turned(29), turned(26), ...actions.blink]],
  [
    'a head that turns no further than people who talk do',
    ['turn-left', 'blink'],
    [{}, turned(13), { ...turned(22), relief: 0.08 }, { ...turned(22), relief: 0.08 }, ...actions.blink],
  ],
  [
    'a head that is turned for one frame',
    ['turn-left', 'blink'],
    [{}, turned(13), turned(26), turned(14), ...actions.blink],
  ],
]

it.each(refused)('[D6] A challenge wants to see the change, and does not count %s', (_what, asked, frames) => {
  expect(play(asked, frames)).toBe('asked')
})

it('A challenge waits until the head is back from the turn before, however long that lasts', () => {
  const held = [{}, turned(13), turned(26), turned(29), turned(29), turned(27), turned(12), {}]
  expect(play(['turn-left', 'turn-right'], [...held, ...actions['turn-right']])).toBe('done')
})

it.each([
  ['that another face shows', { likeFirst: 0.55 }, 'broken'],
  ['between which the film was cut', { likeBefore: 0.7 }, 'broken'],
  ['that something covers', { covered: 0.2 }, 'asked'],
  ['that a lamp lights up', { light: 1.6 }, 'asked'],
  ['that are darkened', { light: 0.5 }, 'asked'],
  ['that do not look live', { liveness: 0.4 }, 'asked'],
] as const)('[D6] A challenge takes nobody further by frames %s', (_what, change, outcome) => {
  expect(play(['blink', 'turn-left'], both('blink', 'turn-left', change))).toBe(outcome)
})

it.each([
  ['closed eyes with other surroundings', ['blink', 'turn-left'], { closed: { surroundings: 0.85, lashes: 0.9 } }],
  ['closed eyes without lashes', ['blink', 'turn-left'], { closed: { surroundings: 0.97, lashes: 0.3 } }],
  ['a mouth without a dark inside', ['mouth', 'turn-left'], { mouthBrightness: 0.9 }],
  ['a turn in which the nose does not move before the face', ['turn-left', 'blink'], { relief: 0 }],
] as const)('[D6] A challenge does not count %s', (_what, [first, second], change) => {
  const frames = both(first, second).map((frame) => (Object.keys(frame).length > 0 ? { ...frame, ...change } : frame))
  expect(play([first, second], frames)).toBe('asked')
})

it('A challenge fails for a face that shows nothing in time', () => {
  const frames = (count: number) => Array.from({ length: count }, () => ({}))
  expect(play(['blink', 'turn-left'], frames(challengeMs / 100))).toBe('asked')
  expect(play(['blink', 'turn-left'], frames(challengeMs / 100 + 2))).toBe('failed')
})

it('[D6] A challenge is two actions, one of them a turn, and each lot gives another one', () => {
  for (const wanted of [...livenessChallenges, 'any'] as const) {
    const drawn = new Set<string>()
    for (let lots = 0; lots < 8; lots++) {
      const bits = [lots & 1, (lots >> 1) & 1, (lots >> 2) & 1]
      const pair = drawActions(wanted, () => ((bits.shift() ?? 0) === 0 ? 0.1 : 0.9))
      expect(new Set(pair).size).toBe(2)
      expect(pair.some((action) => action.startsWith('turn'))).toBe(true)
      if (wanted === 'blink' || wanted === 'mouth') expect(pair).toContain(wanted)
      drawn.add(pair.join(' '))
    }
    expect(drawn.size).toBe({ blink: 4, mouth: 4, turn: 2, any: 8 }[wanted])
  }
})

it('A still picture never passes a challenge, whatever face it shows and however the hand trembles', () => {
  const face = fc.record({
    eyesClosed: fc.double({ min: 0, max: 1, noNaN: true }),
    yaw: fc.double({ min: -10, max: 10, noNaN: true }),
    mouthOpening: fc.double({ min: 0, max: 1, noNaN: true }),
  })
  const trembles = fc.array(fc.double({ min: -1, max: 1, noNaN: true }), { minLength: 125, maxLength: 130 })
  fc.assert(
    fc.property(
      face,
      trembles,
      fc.constantFrom(...livenessChallenges),
      fc.infiniteStream(fc.double({ min: 0, max: 0.999, noNaN: true })),
      (seen, by, wanted, lots) => {
        const frames = by.map((each) => ({
          eyesClosed: seen.eyesClosed + each * 0.15,
          anyEyeClosed: seen.eyesClosed + each * 0.15,
          yaw: seen.yaw + each * 4,
          relief: each * 4 * 0.0028,
          mouthOpening: seen.mouthOpening + each * 0.08,
          mouthBrightness: 0.3,
          closed: { surroundings: 1, lashes: 1 },
        }))
        expect(
          play(
            drawActions(wanted, () => lots.next().value ?? 0),
            frames,
          ),
        ).toBe('failed')
      },
    ),
  )
  expect(signLimits.straight).toBeLessThan(signLimits.turned)
})
