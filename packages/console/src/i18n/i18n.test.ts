import dayjs from 'dayjs'
import { act, renderHook } from '@testing-library/react'
import { beforeAll, expect, it } from 'vitest'
import { componentTexts } from './component-texts.ts'
import { changeLanguage, currentText, loadTexts, startI18n, useText } from './i18n.ts'
import { dashboardTexts } from '../features/dashboard/dashboard-feature.ts'

beforeAll(async () => {
  await startI18n()
  await loadTexts(dashboardTexts)
  await changeLanguage('en')
})

it('[LAY-07] our texts, the component library and the calendar change language together without a reload, and the choice is kept', async () => {
  const { result } = renderHook(() => useText())
  expect(result.current('frame:user.logout')).toBe('Logout')
  expect(componentTexts()?.Modal?.okText).toBe('OK')

  await act(() => changeLanguage('zh-tw'))
  expect(result.current('frame:user.logout')).toBe('登出')
  expect(result.current('dashboard:steps.title')).toBe('開始使用')
  expect(componentTexts()?.Modal?.okText).toBe('確定')
  expect(dayjs('2026-11-21').format('dddd')).toBe('星期六')
  expect(localStorage.getItem('language')).toBe('zh-tw')
  expect(document.documentElement.lang).toBe('zh-TW')

  await act(() => changeLanguage('en'))
  expect(result.current('frame:user.logout')).toBe('Logout')
})

it('a text fills its placeholders and chooses its plural', () => {
  const t = currentText()
  expect(t('frame:footer.version', { version: '1.2.3' })).toBe('Version 1.2.3')
  expect(t('dashboard:steps.staff.done', { count: 1 })).toBe('1 person with a portrait')
  expect(t('dashboard:steps.staff.done', { count: 7 })).toBe('7 people with portraits')
  expect(t('dashboard:steps.staff.done', { count: 12_345 })).toBe('12,345 people with portraits')
})

it('a text does not escape the names of people, because React does', () => {
  expect(currentText()('dashboard:hello.morning', { name: 'A & <B>' })).toBe('Good morning, A & <B>')
})
