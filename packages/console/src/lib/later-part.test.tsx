import { cleanup, render, screen } from '@testing-library/react'
import { Component, type ReactNode } from 'react'
import { afterEach, expect, it, vi } from 'vitest'
import { laterPart } from './later-part.ts'

afterEach(() => {
  cleanup()
  vi.restoreAllMocks()
})

const Named = ({ name }: { name: string }) => <p>{name}</p>

class Page extends Component<{ children: ReactNode }> {
  static getDerivedStateFromError = () => ({ hasFailed: true })
  override state = { hasFailed: false }
  override render() {
    return this.state.hasFailed ? <p>failed</p> : this.props.children
  }
}

it('a part whose file came ahead is there with the first drawing', async () => {
  const load = vi.fn<() => Promise<typeof Named>>(async () => Named)
  const Part = laterPart(load, <p>waiting</p>)
  Part.ahead()
  await vi.waitFor(() => expect(load).toHaveResolved())
  render(<Part name="Mina" />)
  expect(screen.queryByText('waiting')).toBeNull()
  expect(screen.getByText('Mina')).toBeTruthy()
})

it('until the file is there something else has its place, which knows what the part will be given', async () => {
  const file = Promise.withResolvers<typeof Named>()
  const Part = laterPart(
    () => file.promise,
    ({ name }) => <p>waiting for {name}</p>,
  )
  render(<Part name="Mina" />)
  expect(screen.getByText('waiting for Mina')).toBeTruthy()
  file.resolve(Named)
  expect(await screen.findByText('Mina')).toBeTruthy()
})

it('the file is fetched once for all who draw the part', async () => {
  const load = vi.fn<() => Promise<typeof Named>>(async () => Named)
  const Part = laterPart(load)
  const { unmount } = render(<Part name="Mina" />)
  await screen.findByText('Mina')
  unmount()
  render(<Part name="Ada" />)
  expect(screen.getByText('Ada')).toBeTruthy()
  expect(load).toHaveBeenCalledTimes(1)
})

it('a file that did not come ahead is asked for again when the part is drawn, and its failure is the page’s', async () => {
  vi.spyOn(console, 'error').mockReturnValue()
  const load = vi.fn<() => Promise<typeof Named>>(() => Promise.reject(new Error('gone')))
  const Part = laterPart(load)
  Part.ahead()
  await vi.waitFor(() => expect(load).toHaveBeenCalledTimes(1))
  render(
    <Page>
      <Part name="Mina" />
    </Page>,
  )
  expect(await screen.findByText('failed')).toBeTruthy()
  expect(load).toHaveBeenCalledTimes(2)
})
