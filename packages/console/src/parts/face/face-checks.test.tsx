import { cleanup, render, screen } from '@testing-library/react'
import { afterEach, beforeAll, expect, it } from 'vitest'
import { changeLanguage, startI18n } from '../../i18n/i18n.ts'
import { FaceChecks, type PortraitCheck } from './face-checks.tsx'

beforeAll(async () => {
  await startI18n()
  await changeLanguage('en')
})
afterEach(cleanup)

const check = (name: PortraitCheck['check'], signal: string, value: number, limit: number, passed: boolean) =>
  ({ check: name, signal, value, limit, bound: 'at-most', passed }) as PortraitCheck

it('names of a failed check what was too much, and of a passed one no figure', () => {
  render(
    <FaceChecks
      checks={[check('blur', 'softness', 0.8, 0.72, false), check('mouth', 'mouthOpening', 0.01, 0.28, true)]}
    />,
  )
  expect(screen.getByText('Sharpness').parentElement?.textContent).toContain('blur 80 %, required: at most 72 %')
  const passed = screen.getByText('Passed checks: 1').closest('details')
  expect(passed?.querySelector('li')?.textContent).toBe('Mouth closed')
})
