import { cleanup, fireEvent, waitFor } from '@testing-library/react'
import { afterEach, beforeAll, expect, it, vi } from 'vitest'
import { renderRoutes } from '../../../test/render-routes.tsx'
import { unreadableFile } from '../../../test/unreadable-file.ts'
import { startI18n } from '../../i18n/i18n.ts'
import { FacePicker } from './face-picker.tsx'

beforeAll(async () => {
  vi.stubGlobal('isSecureContext', false)
  await startI18n()
})
afterEach(cleanup)

it('a photograph to search with that cannot be read is told', async () => {
  const errors: unknown[] = []
  const chosen: Blob[] = []
  const picker = (
    <FacePicker
      picture={null}
      problem={null}
      isBusy={false}
      onPicture={(picture) => chosen.push(picture)}
      onUnreadable={(error) => errors.push(error)}
    />
  )
  renderRoutes([{ path: '/', element: picker }], '/')
  fireEvent.change(document.querySelector('input[type="file"]')!, { target: { files: [unreadableFile('moved.jpg')] } })
  await waitFor(() => expect(errors).toEqual([expect.any(DOMException)]))
  expect(chosen).toEqual([])
})
