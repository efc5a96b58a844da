import { imageAddress } from '@gatehouse/contract/features/images.ts'
import { cleanup, fireEvent, screen } from '@testing-library/react'
import { afterEach, expect, it, vi } from 'vitest'
import { answerCalls } from '../../../test/answer-calls.ts'
import { renderRoutes } from '../../../test/render-routes.tsx'
import { PersonSelect } from './person-select.tsx'

afterEach(cleanup)

const [mina, samuel] = [
  {
    id: '00000000-0000-4000-8000-000000000001',
    name: 'Mina Castro',
    kind: 'staff',
    portraitId: '00000000-0000-4000-8000-00000000000a',
  },
  { id: '00000000-0000-4000-8000-000000000002', name: 'Samuel Boateng', kind: 'staff', portraitId: null },
]

it('a person is chosen by face and name, and stands there with both', async () => {
  answerCalls({
    'GET /api/v2/passage/people': ({ url }: { url: URL }) => (url.searchParams.has('id') ? [mina] : [mina, samuel]),
  })
  const choose = vi.fn<(id: string | undefined) => void>()
  renderRoutes([{ path: '/', element: <PersonSelect aria-label="Person" value={mina.id} onChange={choose} /> }], '/')
  const faces = () => [...document.querySelectorAll<HTMLImageElement>('img')].map((face) => face.getAttribute('src'))
  await expect.poll(faces).toEqual([imageAddress('portrait', '00000000-0000-4000-8000-00000000000a', 80)])
  fireEvent.mouseDown(screen.getByRole('combobox', { name: 'Person' }))
  const other = await screen.findByText(/^Samuel Boateng/)
  expect(faces()).toHaveLength(2)
  fireEvent.click(other)
  expect(choose).toHaveBeenCalledWith(samuel.id)
})
