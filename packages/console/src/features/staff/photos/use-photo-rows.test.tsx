import { act, cleanup, renderHook, waitFor } from '@testing-library/react'
import { afterEach, beforeAll, expect, it, vi } from 'vitest'
import { answerCalls, refusal, type SeenCall } from '../../../../test/answer-calls.ts'
import { unreadableFile } from '../../../../test/unreadable-file.ts'
import { changeLanguage, loadTexts, startI18n } from '../../../i18n/i18n.ts'
import { staffTexts } from '../staff-feature.ts'
import { usePhotoRows } from './use-photo-rows.ts'

beforeAll(async () => {
  await startI18n()
  await loadTexts(staffTexts)
  await changeLanguage('en')
})
afterEach(() => {
  vi.useRealTimers()
  cleanup()
  sessionStorage.clear()
})

const idOf = (number: number) => `0199aaaa-0000-7000-8000-00000000000${number}`
const photograph = (name: string) => new File(['face'], name, { type: 'image/jpeg' })

/** A call that is answered when the test says so. */
function heldAnswers() {
  const held: (() => void)[] = []
  return {
    held,
    give: (answer: unknown) => () => new Promise((resolve) => held.push(() => resolve(answer))),
    next: () => act(async () => held.shift()?.()),
  }
}

const verdict = { id: idOf(1), width: 10, height: 10, face: { x: 0, y: 0, width: 5, height: 5 }, checks: [] }
const nobody = { items: [], total: 0, isTotalExact: true }
const none = { phone: null, extension: null, email: null, position: null, workingPlace: null, icCard: null }
const dates = { entryOn: null, leavingOn: null, createdAt: '2026-11-01T00:00:00Z' }
const pictures = { portraitId: null, displayPortraitId: null }
const state = { staffType: null, hasLeft: false, suspension: null, department: null, groups: [] }
const kim = { id: idOf(7), name: 'Kim', jobId: 'W7001', ...none, ...dates, ...pictures, ...state }
const states = (rows: { state: { is: string } }[] | readonly { state: { is: string } }[]) =>
  rows.map(({ state }) => state.is).join(' ')

it('three faces are checked at once, and the next begins when one is done', async () => {
  const uploads = heldAnswers()
  answerCalls({ 'POST /api/v2/portraits': uploads.give(verdict), 'GET /api/v2/staff': nobody })
  const { result } = renderHook(usePhotoRows)
  act(() => void result.current.add(['A.jpg', 'B.jpg', 'C.jpg', 'D.jpg'].map(photograph)))
  await waitFor(() => expect(uploads.held).toHaveLength(3))
  expect(states(result.current.rows)).toBe('checking checking checking waiting')
  await uploads.next()
  await waitFor(() => expect(states(result.current.rows)).toBe('ready checking checking checking'))
})

it('a photograph that a busy server puts off is not sent again once the page was left', async () => {
  vi.useFakeTimers({ toFake: ['setTimeout'] })
  const seen = answerCalls({ 'POST /api/v2/portraits': () => refusal(503, 'server.busy', '', { seconds: 60 }) })
  const { result, unmount } = renderHook(usePhotoRows)
  act(() => void result.current.add([photograph('A.jpg')]))
  await vi.waitFor(() => expect(result.current.rows[0]?.state).toEqual({ is: 'checking', isPutOff: true }))
  unmount()
  await vi.advanceTimersByTimeAsync(600_000)
  expect(seen.filter(({ method }) => method === 'POST')).toHaveLength(1)
})

it('a photograph that a busy server puts off is sent again by itself, and its row says so meanwhile', async () => {
  const again = heldAnswers()
  const answers = [() => refusal(503, 'server.busy', '', { seconds: 0.01 }), again.give(verdict)]
  answerCalls({ 'POST /api/v2/portraits': () => answers.shift()?.(), 'GET /api/v2/staff': nobody })
  const { result } = renderHook(usePhotoRows)
  act(() => void result.current.add([photograph('A.jpg')]))
  await waitFor(() => expect(again.held).toHaveLength(1))
  expect(result.current.rows[0]?.state).toEqual({ is: 'checking', isPutOff: true })
  await again.next()
  await waitFor(() => expect(states(result.current.rows)).toBe('ready'))
})

it('stopping lets what has begun end, and leaves the rest as it is', async () => {
  const saves = heldAnswers()
  answerCalls({
    'POST /api/v2/portraits': verdict,
    'GET /api/v2/staff': nobody,
    'POST /api/v2/staff': saves.give(refusal(500, 'server.failed')),
  })
  const { result } = renderHook(usePhotoRows)
  act(() => void result.current.add(['A.jpg', 'B.jpg', 'C.jpg'].map(photograph)))
  await waitFor(() => expect(states(result.current.rows)).toBe('ready ready ready'))
  act(() => void result.current.saveAll({}))
  await waitFor(() => expect(saves.held).toHaveLength(2))
  expect(result.current.isSaving).toBe(true)
  act(() => result.current.stop())
  await saves.next()
  await saves.next()
  await waitFor(() => expect(result.current.isSaving).toBe(false))
  expect(saves.held).toHaveLength(0)
  expect(states(result.current.rows)).toBe('ready ready ready')
  const problems = result.current.rows.map(({ state }) => state.is === 'ready' && state.problem !== undefined)
  expect(problems).toEqual([true, true, false])
})

it('a phone number in a file name is a phone, and another number a job ID', async () => {
  const sent: SeenCall[] = answerCalls({
    'POST /api/v2/portraits': verdict,
    'GET /api/v2/staff': nobody,
    'POST /api/v2/staff': refusal(500, 'server.failed'),
  })
  const { result } = renderHook(usePhotoRows)
  act(() => void result.current.add([photograph('13800130002 Li Wei.jpg'), photograph('W7001 Ada.jpg')]))
  await waitFor(() => expect(states(result.current.rows)).toBe('ready ready'))
  await act(() => result.current.saveAll({ departmentId: idOf(5) }))
  const bodies = sent
    .filter(({ method, url }) => method === 'POST' && url.pathname === '/api/v2/staff')
    .map(({ body }): unknown => JSON.parse(String(body)))
  expect(bodies).toMatchObject([
    { name: 'Li Wei', phone: '13800130002', departmentId: idOf(5), portraitId: idOf(1) },
    { name: 'Ada', jobId: 'W7001', departmentId: idOf(5), portraitId: idOf(1) },
  ])
})

it('the owner of a number that was corrected meanwhile does not get the face', async () => {
  const owners = heldAnswers()
  answerCalls({
    'POST /api/v2/portraits': verdict,
    'GET /api/v2/staff': owners.give({ ...nobody, items: [kim] }),
  })
  const { result } = renderHook(usePhotoRows)
  act(() => void result.current.add([photograph('W7001 Ada.jpg')]))
  await waitFor(() => expect(owners.held).toHaveLength(1))
  act(() => result.current.change(result.current.rows[0]!.key, { number: 'W7002', existing: null }))
  await owners.next()
  await waitFor(() => expect(states(result.current.rows)).toBe('ready'))
  expect(result.current.rows[0]).toMatchObject({ number: 'W7002', existing: null })
  const again = act(() => result.current.findExisting(result.current.rows[0]!.key, 'W7002'))
  await waitFor(() => expect(owners.held).toHaveLength(1))
  await owners.next()
  await again
  expect(result.current.rows[0]).toMatchObject({ number: 'W7002', existing: null })
})

it('a photograph that is removed or renamed while others are saved is not saved as it was', async () => {
  const saves = heldAnswers()
  const sent: SeenCall[] = answerCalls({
    'POST /api/v2/portraits': verdict,
    'GET /api/v2/staff': nobody,
    'POST /api/v2/staff': saves.give(refusal(500, 'server.failed')),
  })
  const { result } = renderHook(usePhotoRows)
  act(() => void result.current.add(['A.jpg', 'B.jpg', 'C.jpg', 'D.jpg'].map(photograph)))
  await waitFor(() => expect(states(result.current.rows)).toBe('ready ready ready ready'))
  act(() => void result.current.saveAll({}))
  await waitFor(() => expect(saves.held).toHaveLength(2))
  const [, , third, fourth] = result.current.rows
  act(() => result.current.remove(third!.key))
  act(() => result.current.change(fourth!.key, { name: 'Dora' }))
  await saves.next()
  await waitFor(() => expect(saves.held).toHaveLength(2))
  await saves.next()
  await saves.next()
  await waitFor(() => expect(result.current.isSaving).toBe(false))
  const names = sent
    .filter(({ method, url }) => method === 'POST' && url.pathname === '/api/v2/staff')
    .map(({ body }): unknown => JSON.parse(String(body)))
  expect(names).toMatchObject([{ name: 'A' }, { name: 'B' }, { name: 'Dora' }])
})

it('a photograph that was moved after it was chosen is refused, and the next ones are checked', async () => {
  answerCalls({ 'POST /api/v2/portraits': verdict, 'GET /api/v2/staff': nobody })
  const { result } = renderHook(usePhotoRows)
  const files = ['A.jpg', 'B.jpg', 'C.jpg'].map(unreadableFile)
  act(() => void result.current.add([...files, photograph('D.jpg')]))
  await waitFor(() => expect(states(result.current.rows)).toBe('refused refused refused ready'))
  expect(result.current.rows[0]?.state).toMatchObject({ why: expect.stringMatching(/^This file cannot be read/) })
})

it('more than fit at once are told, and none of them is taken silently', () => {
  answerCalls({})
  const { result } = renderHook(usePhotoRows)
  let leftOut = 0
  act(() => {
    leftOut = result.current.add(Array.from({ length: 103 }, (_, index) => photograph(`${index}.txt`)))
  })
  expect([leftOut, result.current.rows.length]).toEqual([3, 100])
})
