import { act, renderHook } from '@testing-library/react'
import { expect, it } from 'vitest'
import { changeCommonSettings, commonSettings } from '../lib/common-settings.ts'
import { useExhibition } from './use-exhibition.ts'

it('[LAY-06] exhibition mode lasts on the dashboard and is ended by any other page', () => {
  changeCommonSettings({ exhibitionMode: '1' })
  const { result, rerender } = renderHook(({ page }) => useExhibition(page), {
    initialProps: { page: 'dashboard' as 'dashboard' | 'staff' },
  })
  expect(result.current).toBe(true)
  rerender({ page: 'staff' })
  expect(result.current).toBe(false)
  expect(commonSettings().exhibitionMode).toBe('0')
  rerender({ page: 'dashboard' })
  expect(result.current).toBe(false)
  act(() => changeCommonSettings({ exhibitionMode: '1' }))
  expect(result.current).toBe(true)
})
