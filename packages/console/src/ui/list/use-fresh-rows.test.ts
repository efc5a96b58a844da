import type { RecognitionRecord } from '@gatehouse/contract/features/records.ts'
import { act, cleanup, renderHook } from '@testing-library/react'
import { afterEach, describe, expect, it, vi } from 'vitest'
import { useFreshRows } from './use-fresh-rows.ts'

const record = (id: string): RecognitionRecord => ({
  id,
  kind: 'stranger',
  person: null,
  direction: 'in',
  entryMode: 'face',
  score: null,
  candidates: [],
  abnormal: 'stranger',
  device: { id: 'door', name: 'Door', location: null },
  recognisedAt: '2026-11-21T08:00:00Z',
  receivedAt: '2026-11-21T08:00:00Z',
  claimedAt: null,
  opened: false,
  hasDoubtfulTime: false,
  hasCapture: false,
  misrecognition: null,
})
const page = (...ids: string[]) => ({ items: ids.map(record), next: null })
const newest = { list: 'all', isNewest: true, isPlaceholder: false }
const idsOf = (shown: { items: readonly { id: string }[] } | undefined) => shown?.items.map(({ id }) => id)

/** A table in the document, scrolled down by so many pixels. */
function scrolledBy(pixels: number) {
  document.body.innerHTML = '<div class="list-table"><div class="list-frame"></div></div>'
  const frame = document.querySelector('.list-frame')
  if (frame) frame.scrollTop = pixels
}

const listen = (first: ReturnType<typeof page> | undefined) =>
  renderHook(({ now, place }) => useFreshRows(now, place), { initialProps: { now: first, place: newest } })

afterEach(() => {
  cleanup()
  document.body.innerHTML = ''
})

describe('[REC-01] new records in a list that somebody looks at', () => {
  it('new records appear by themselves at the top of the newest page', () => {
    scrolledBy(0)
    const { result, rerender } = listen(page('2', '1'))
    rerender({ now: page('3', '2', '1'), place: newest })
    expect(idsOf(result.current.shown)).toEqual(['3', '2', '1'])
    expect(result.current.waiting).toBe(0)
  })

  it('new records are held back and counted while somebody reads further down, until they are shown', () => {
    scrolledBy(200)
    const { result, rerender } = listen(page('2', '1'))
    rerender({ now: page('3', '2', '1'), place: newest })
    rerender({ now: page('4', '3', '2', '1'), place: newest })
    expect(idsOf(result.current.shown)).toEqual(['2', '1'])
    expect(result.current.waiting).toBe(2)
    act(() => result.current.take())
    expect(idsOf(result.current.shown)).toEqual(['4', '3', '2', '1'])
    expect(result.current.waiting).toBe(0)
  })

  it('while the focus is on a row nothing moves; once it is elsewhere, the new ones come in by themselves', async () => {
    document.body.innerHTML =
      '<div class="list-frame"><table><tbody><tr tabindex="0"></tr></tbody></table></div><button></button>'
    document.querySelector('tr')?.focus()
    const { result, rerender } = listen(page('2', '1'))
    rerender({ now: page('3', '2', '1'), place: newest })
    expect(idsOf(result.current.shown)).toEqual(['2', '1'])
    expect(result.current.waiting).toBe(1)
    act(() => document.querySelector('button')?.focus())
    await vi.waitFor(() => expect(idsOf(result.current.shown)).toEqual(['3', '2', '1']))
  })

  it('a record that is gone leaves at once, also under the focus', () => {
    document.body.innerHTML = '<div class="list-frame"><table><tbody><tr tabindex="0"></tr></tbody></table></div>'
    document.querySelector('tr')?.focus()
    const { result, rerender } = listen(page('2', '1'))
    rerender({ now: page('1'), place: newest })
    expect(idsOf(result.current.shown)).toEqual(['1'])
  })

  it('a changed filter shows its own rows at once, without waiting for new records', () => {
    scrolledBy(200)
    const { result, rerender } = listen(page('2', '1'))
    const filtered = { ...newest, list: 'strangers' }
    rerender({ now: page('2', '1'), place: { ...filtered, isPlaceholder: true } })
    expect(result.current.waiting).toBe(0)
    rerender({ now: page('9', '1'), place: filtered })
    expect(idsOf(result.current.shown)).toEqual(['9', '1'])
  })

  it('new records never change an older page under the reader', () => {
    scrolledBy(200)
    const older = { list: 'older', isNewest: false, isPlaceholder: false }
    const { result, rerender } = listen(page('5'))
    rerender({ now: page('2', '1'), place: older })
    expect(idsOf(result.current.shown)).toEqual(['2', '1'])
    expect(result.current.waiting).toBe(0)
  })
})
