import { render } from '@testing-library/react'
import { expect, it } from 'vitest'
import { Dated } from './dated.tsx'

it('each date of a sentence is on one line with its time', () => {
  const { container } = render(<Dated>Begins 2026-11-23 09:24, ends 2026-12-01.</Dated>)
  expect([...container.querySelectorAll('time')].map(({ textContent }) => textContent)).toEqual([
    '2026-11-23 09:24',
    '2026-12-01',
  ])
  expect(container.textContent).toBe('Begins 2026-11-23 09:24, ends 2026-12-01.')
})
