import { cleanup, fireEvent, render, screen } from '@testing-library/react'
import { afterEach, expect, it } from 'vitest'
import { rowKeys } from './list-keys.ts'

afterEach(cleanup)

const did: string[] = []
function draw() {
  did.length = 0
  render(
    <div>
      {['Ada', 'Bo', 'Cy'].map((name) => (
        <div
          key={name}
          role="button"
          tabIndex={0}
          data-row={name}
          onKeyDown={(event) =>
            rowKeys(
              event,
              (id) => did.push(`open ${id}`),
              (id) => did.push(`choose ${id}`),
            )
          }
        >
          {name}
        </div>
      ))}
    </div>,
  )
  screen.getByText('Ada').focus()
}
const press = (key: string, more: object = {}) => fireEvent.keyDown(document.activeElement!, { key, ...more })
const focused = () => document.activeElement?.textContent

it('rows are walked, chosen and opened by keys, also with the caps lock on', () => {
  draw()
  for (const [key, name] of [
    ['J', 'Bo'],
    ['j', 'Cy'],
    ['K', 'Bo'],
    ['Home', 'Ada'],
    ['End', 'Cy'],
    ['ArrowUp', 'Bo'],
  ] as const) {
    press(key)
    expect(focused()).toBe(name)
  }
  for (const key of ['X', 'x', ' ', 'Enter']) press(key)
  expect(did).toEqual(['choose Bo', 'choose Bo', 'choose Bo', 'open Bo'])
})

it('the browser keeps its own keys: those with Control, Alt or the Mac’s', () => {
  draw()
  for (const more of [{ ctrlKey: true }, { metaKey: true }, { altKey: true }])
    for (const key of ['j', 'x', 'Enter', 'End']) expect(press(key, more)).toBe(true)
  expect(focused()).toBe('Ada')
  expect(did).toEqual([])
})
