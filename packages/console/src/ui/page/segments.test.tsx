import { cleanup, fireEvent, render, screen } from '@testing-library/react'
import { afterEach, expect, it } from 'vitest'
import { Segments } from './segments.tsx'

afterEach(cleanup)

it('one of a few words is chosen by the radio buttons of the browser, under the name of the choice', () => {
  const chosen: boolean[] = []
  render(
    <Segments
      label="Shown as"
      value={false}
      options={[
        { value: false, label: 'List' },
        { value: true, label: 'Plan' },
      ]}
      onChange={(value) => chosen.push(value)}
    />,
  )
  expect(screen.getByRole('radiogroup', { name: 'Shown as' })).toBeDefined()
  expect(screen.getByRole<HTMLInputElement>('radio', { name: 'List' }).checked).toBe(true)
  fireEvent.click(screen.getByText('Plan'))
  fireEvent.click(screen.getByText('List'))
  expect(chosen).toEqual([true])
})

it('two choices on a page do not take each other for one', () => {
  const options = [{ value: 'a', label: 'A' }]
  const draw = (label: string) => <Segments label={label} value="a" options={options} onChange={() => {}} />
  render(
    <>
      {draw('First')}
      {draw('Second')}
    </>,
  )
  const names = screen.getAllByRole<HTMLInputElement>('radio').map(({ name }) => name)
  expect(new Set(names).size).toBe(2)
})
