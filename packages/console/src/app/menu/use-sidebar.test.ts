import { act, cleanup, renderHook } from '@testing-library/react'
import { afterEach, expect, it } from 'vitest'
import type { DetachedWindowAPI } from 'happy-dom'
import { useSidebar } from './use-sidebar.ts'

declare global {
  interface Window {
    happyDOM: DetachedWindowAPI
  }
}

afterEach(() => {
  cleanup()
  localStorage.clear()
})

const setWidth = (width: number) => act(() => window.happyDOM.setViewport({ width, height: 800 }))

it('[LAY-05] the menu collapses by itself below 800 px, opens again above, and obeys the person in between', () => {
  setWidth(1200)
  const { result } = renderHook(() => useSidebar())
  expect(result.current.isCollapsed).toBe(false)
  setWidth(799)
  expect(result.current.isCollapsed).toBe(true)
  act(() => result.current.toggle())
  expect(result.current.isCollapsed).toBe(false)
  setWidth(800)
  expect(result.current.isCollapsed).toBe(false)
  act(() => result.current.toggle())
  expect(result.current.isCollapsed).toBe(true)
})

it('icons only, once chosen, is kept for the next time', () => {
  setWidth(1024)
  const { result } = renderHook(() => useSidebar())
  act(() => result.current.toggle())
  expect(result.current.isCollapsed).toBe(true)
  expect(renderHook(() => useSidebar()).result.current.isCollapsed).toBe(true)
})

it('on a phone the menu is a drawer', () => {
  setWidth(390)
  const { result } = renderHook(() => useSidebar())
  expect(result.current).toMatchObject({ isPhone: true, isDrawerOpen: false })
  act(() => result.current.toggle())
  expect(result.current.isDrawerOpen).toBe(true)
  act(() => result.current.closeDrawer())
  expect(result.current.isDrawerOpen).toBe(false)
  setWidth(1200)
})
