import { render, screen } from '@testing-library/react'
import { expect, it } from 'vitest'
import { ListPaging } from './list-paging.tsx'

const sizesOf = (maxSize?: number): string[] => {
  const paging = { kind: 'pages', page: 1, size: 20, total: 500, onChange: () => {} } as const
  const { unmount } = render(<ListPaging paging={paging} maxSize={maxSize} />)
  const sizes = screen.getAllByRole('option').map((option) => option.getAttribute('value') ?? '')
  unmount()
  return sizes
}

it('a list offers only the sizes of page that the server gives it', () => {
  expect(sizesOf()).toEqual(['20', '50', '100', '200'])
  expect(sizesOf(50)).toEqual(['20', '50'])
})
