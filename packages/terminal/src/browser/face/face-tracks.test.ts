import { embeddingOf } from '@gatehouse/testkit/named-faces.ts'
import { expect, it } from 'vitest'
import { createTracks } from './face-tracks.ts'

const faceAt = (left: number, side = 100) => ({ box: { left, top: 50, right: left + side, bottom: 50 + side } })
const when = { againMs: 5_000, minFrames: 2 }

it('A face keeps its number while it moves, and another has another', () => {
  const tracks = createTracks()
  const [first] = tracks.follow([faceAt(100)], 0)
  const [moved, other] = tracks.follow([faceAt(130), faceAt(400)], 100)
  expect(moved?.id).toBe(first?.id)
  expect(other?.id).not.toBe(first?.id)
  // Two people who stand close: each keeps the number of the nearest earlier face.
  const [left, right] = tracks.follow([faceAt(390), faceAt(150)], 200)
  expect([left?.id, right?.id]).toEqual([other?.id, first?.id])
})

it('A face that was out of view is evaluated as a new one', () => {
  const tracks = createTracks()
  const [first] = tracks.follow([faceAt(100)], 0)
  tracks.settle(first?.id ?? 0, 0)
  tracks.follow([], 1_000)
  tracks.follow([faceAt(100)], 1_100)
  const [back] = tracks.follow([faceAt(100)], 1_200)
  expect(back?.id).not.toBe(first?.id)
  expect(back && tracks.isDue(back, 1_200, when)).toBe(true)
})

it('On a slow device a face stays the same from one frame to the next', () => {
  const tracks = createTracks()
  const [first] = tracks.follow([faceAt(100)], 0)
  expect(tracks.follow([faceAt(110)], 2_000)[0]?.id).toBe(first?.id)
  expect(tracks.follow([faceAt(110)], 5_000)[0]?.id).not.toBe(first?.id)
})

it('The tracks evaluate a face from as many frames on as are asked for, and again only some time after its decision', () => {
  const tracks = createTracks()
  const due = (nowMs: number): boolean[] =>
    tracks.follow([faceAt(100)], nowMs).map((track) => tracks.isDue(track, nowMs, when))
  const [came] = tracks.follow([faceAt(100)], 0)
  expect(came && tracks.isDue(came, 0, { ...when, minFrames: 1 })).toBe(true)
  expect(came && tracks.isDue(came, 0, when)).toBe(false)
  expect(due(100)).toEqual([true])
  const [track] = tracks.follow([faceAt(100)], 200)
  tracks.settle(track?.id ?? 0, 200)
  for (let nowMs = 600; nowMs < 5_200; nowMs += 400) expect(due(nowMs)).toEqual([false])
  expect(due(5_200)).toEqual([true])
})

it('The tracks keep the looks of a face until its decision', () => {
  const tracks = createTracks()
  const [track] = tracks.follow([faceAt(100)], 0)
  if (!track) throw new Error('a face was given')
  const look = { embedding: embeddingOf('Li Wei'), weight: 1, liveness: null }
  const add = () => tracks.visitOf(track).add(look, 0) !== null
  expect([add(), add(), add()]).toEqual([false, false, true])
  tracks.settle(track.id, 0)
  expect(add()).toBe(false)
})
