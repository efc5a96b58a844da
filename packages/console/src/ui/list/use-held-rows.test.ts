import { createDepartment } from '@gatehouse/contract/features/departments.ts'
import { act, cleanup, renderHook } from '@testing-library/react'
import { afterEach, describe, expect, it, vi } from 'vitest'
import { refresh } from '../../api/call.ts'
import { useHeldRows } from './use-held-rows.ts'

const page = (...ids: string[]) => ids.map((id) => ({ id, state: 'before' }))
const newest = { list: 'all', isPlaceholder: false }
const idsOf = (shown: readonly { id: string }[] | undefined) => shown?.map(({ id }) => id)

/** A table in the document, scrolled down by so many pixels. */
function scrolledBy(pixels: number) {
  document.body.innerHTML = '<div class="list-table"><div class="list-frame"></div></div>'
  const frame = document.querySelector('.list-frame')
  if (frame) frame.scrollTop = pixels
}

const listen = (first: ReturnType<typeof page> | undefined) =>
  renderHook(({ now, place }) => useHeldRows(now, place), { initialProps: { now: first, place: newest } })

afterEach(() => {
  cleanup()
  document.body.innerHTML = ''
})

describe('[REC-01] new rows in a list that somebody looks at', () => {
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

  it('the rows of another page are shown at once', () => {
    scrolledBy(200)
    const { result, rerender } = listen(page('5'))
    rerender({ now: page('2', '1'), place: { ...newest, list: 'older' } })
    expect(idsOf(result.current.shown)).toEqual(['2', '1'])
    expect(result.current.waiting).toBe(0)
  })

  it('a held row shows what is new of itself, and rows in another order wait too', () => {
    scrolledBy(200)
    const { result, rerender } = listen(page('2', '1'))
    rerender({ now: [{ id: '1', state: 'after' }, ...page('2')], place: newest })
    expect(result.current.shown).toEqual([...page('2'), { id: '1', state: 'after' }])
    expect(result.current.waiting).toBe(0)
  })

  it('the effect of an action of this page comes at once, also under the focus', async () => {
    scrolledBy(200)
    const { result, rerender } = listen(page('2', '1'))
    await refresh(createDepartment)
    rerender({ now: page('3', '2', '1'), place: newest })
    expect(idsOf(result.current.shown)).toEqual(['3', '2', '1'])
  })
})
