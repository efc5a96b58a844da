import { act, cleanup, render, screen } from '@testing-library/react'
import { useRef } from 'react'
import { afterEach, expect, it, vi } from 'vitest'
import { useHeightToBottom } from './list-height.ts'

afterEach(() => {
  cleanup()
  vi.unstubAllGlobals()
  vi.restoreAllMocks()
})

function Rows() {
  const frame = useRef<HTMLDivElement>(null)
  const height = useHeightToBottom(frame, 60, 0)
  return (
    <main>
      <div ref={frame} data-testid="rows">
        {height}
      </div>
    </main>
  )
}

it('rows give way to a line that comes above the page, so that the window has nothing to scroll', () => {
  const told = new Map<Element, () => void>()
  vi.stubGlobal(
    'ResizeObserver',
    class {
      observe: (box: Element) => void
      disconnect = () => told.clear()
      constructor(tell: () => void) {
        this.observe = (box) => told.set(box, tell)
      }
    },
  )
  let top = 200
  vi.spyOn(HTMLElement.prototype, 'getBoundingClientRect').mockImplementation(() => new DOMRect(0, top, 100, 10))
  render(<Rows />)
  const room = innerHeight - 200 - 60
  expect(screen.getByTestId('rows').textContent).toBe(String(room))
  top = 253
  act(() => told.get(document.body)?.())
  expect(screen.getByTestId('rows').textContent).toBe(String(room - 53))
  top = 200
  act(() => told.get(screen.getByRole('main'))?.())
  expect(screen.getByTestId('rows').textContent).toBe(String(room))
})
