import { cosineOf } from '@gatehouse/face/core/compare-embeddings.ts'
import { joinLooks } from '@gatehouse/face/core/join-looks.ts'
import { embeddingOf, namedFace } from '@gatehouse/testkit/named-faces.ts'
import { expect, it } from 'vitest'
import { buildConfiguration, onePage } from '../../test/scripted-server.ts'
import { buildPerson, createSite } from '../../test/site.ts'
import { createVisit, holds } from './visit.ts'

const site = createSite()
const look = (name: string, { liveness = null as number | null, weight = 1 } = {}) => ({
  embedding: embeddingOf(name),
  weight,
  liveness,
})

it('A visit decides on its third look, and lets nobody be refused before the fifth', () => {
  const visit = createVisit()
  const answers = [0, 100, 200, 300, 400, 500].map((nowMs) => visit.add(look('Li Wei'), nowMs)?.isTentative ?? null)
  expect(answers).toEqual([null, null, true, true, false, false])
})

it('A visit begins again with a face that is less alike than its recogniser allows', () => {
  const looks = () => [look('Li Wei'), look('Li Wei'), look('Li Wei~0.8')]
  const count = (sameVisit?: number) => {
    const visit = createVisit(sameVisit)
    return looks().map((one, i) => visit.add(one, i * 100) !== null)
  }
  expect(count()).toEqual([false, false, true])
  expect(count(0.95)).toEqual([false, false, false])
})

it('A visit at a slow camera refuses after three looks', () => {
  const visit = createVisit()
  expect([0, 700, 1_400].map((nowMs) => visit.add(look('Li Wei'), nowMs)?.isTentative ?? null)).toEqual([
    null,
    null,
    false,
  ])
})

it('[D3] A visit decides about the mean of its looks, in which a clear one counts for more', () => {
  const [clear, blurred] = [look('Li Wei~0.9'), look('Li Wei~0.7', { weight: 0.2 })]
  const visit = createVisit()
  visit.add(blurred, 0)
  visit.add(clear, 100)
  const joined = visit.add(blurred, 200)
  const likeLiWei = (face: Float32Array | undefined) => cosineOf(face ?? new Float32Array(512), embeddingOf('Li Wei'))
  const unweighted = joinLooks([clear, blurred, blurred].map((one) => ({ ...one, weight: 1 }))).embedding
  expect(likeLiWei(joined?.embedding)).toBeGreaterThan(likeLiWei(unweighted) + 0.03)
  expect(likeLiWei(joined?.embedding)).toBeLessThan(likeLiWei(clear.embedding) - 0.02)
  expect(joined?.looks).toHaveLength(3)
})

it('A visit is as live as its looks are on average: one doubtful frame refuses nobody', () => {
  const judge = (...livenesses: number[]) => {
    const visit = createVisit()
    return livenesses.map((liveness, i) => visit.add(look('Li Wei', { liveness }), i * 100)?.liveness).at(-1)
  }
  expect(judge(0.9, 0.2, 0.9)).toBeCloseTo(0.667, 2)
  expect(judge(0.1, 0.9, 0.1)).toBeLessThan(0.5)
})

it('A visit begins again for somebody who steps into the place of another', () => {
  const visit = createVisit()
  for (const nowMs of [0, 100]) visit.add(look('Li Wei'), nowMs)
  expect(visit.add(look('Zhao Min'), 200)).toBeNull()
  expect(visit.add(look('Zhao Min'), 300)).toBeNull()
  const joined = visit.add(look('Zhao Min'), 400)
  expect(cosineOf(joined?.embedding ?? new Float32Array(512), embeddingOf('Zhao Min'))).toBeCloseTo(1, 3)
})

it('[D3] A match holds if more than half of the looks reach the threshold by themselves', () => {
  const own = [embeddingOf('Li Wei')]
  const looks = (...cosines: number[]) => cosines.map((cosine) => embeddingOf(`Li Wei~${cosine}`))
  expect(holds(looks(0.6, 0.5, 0.4), own, 0.49)).toBe(true)
  expect(holds(looks(0.8, 0.4, 0.4), own, 0.49)).toBe(false)
  expect(holds([], own, 0.49)).toBe(true)
})

it('A door does not open for one lucky look among several of a visit, and names a blacklisted person all the same', async () => {
  site.server.configuration = buildConfiguration({ repeatSeconds: 0, faceThreshold: 0.49 })
  site.server.people = onePage(buildPerson('Li Wei'), { ...buildPerson('Zhao Min'), kind: 'blacklisted' })
  const terminal = await site.start()
  const visit = (first: string, ...further: string[]) => terminal.present(namedFace(first), further.map(namedFace))
  expect(await visit('Li Wei~0.9', 'Li Wei~0.4', 'Li Wei~0.4')).toMatchObject({
    opened: false,
    verdict: { recordedAs: 'stranger' },
  })
  expect(await visit('Li Wei~0.9', 'Li Wei~0.7', 'Li Wei~0.4')).toMatchObject({
    opened: true,
    person: { name: 'Li Wei' },
  })
  expect(await visit('Zhao Min~0.9', 'Zhao Min~0.4', 'Zhao Min~0.4')).toMatchObject({
    opened: false,
    person: { name: 'Zhao Min' },
  })
})

it('A visit counts the looks at one face only: somebody else in a later picture changes nothing', async () => {
  site.server.configuration = buildConfiguration({ repeatSeconds: 0 })
  site.server.people = onePage(buildPerson('Li Wei'))
  const terminal = await site.start()
  expect(
    await terminal.present(namedFace('Li Wei'), ['Zhao Min', 'Li Wei~0.9', 'nobody'].map(namedFace)),
  ).toMatchObject({ opened: true, person: { name: 'Li Wei' } })
  expect(await terminal.present(namedFace('Zhao Min'), [namedFace('Li Wei'), namedFace('Li Wei')])).toMatchObject({
    opened: false,
    person: null,
  })
})
