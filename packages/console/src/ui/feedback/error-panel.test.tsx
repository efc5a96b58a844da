import { cleanup, fireEvent, render, screen } from '@testing-library/react'
import { afterEach, beforeAll, expect, it, vi } from 'vitest'
import { CallError } from '../../api/call-error.ts'
import { changeLanguage, currentText, startI18n } from '../../i18n/i18n.ts'
import { ErrorPanel } from './error-panel.tsx'
import { errorText, uploadErrorText } from './error-text.ts'

beforeAll(async () => {
  await startI18n()
  await changeLanguage('en')
})
afterEach(cleanup)

it('[ERR-01] a failed load shows the reason, the id of the request and a way to try again', () => {
  const onRetry = vi.fn<() => void>()
  const error = new CallError({
    status: 500,
    code: '500',
    message: 'server.failed',
    desc: 'It broke.',
    requestId: 'r-9',
  })
  render(<ErrorPanel error={error} onRetry={onRetry} />)
  expect(screen.getByText('Data loading error, click to refresh and try again')).toBeDefined()
  expect(screen.getByRole('alert').textContent).toContain('It broke.')
  expect(screen.getByRole('alert').textContent).toContain('r-9')
  fireEvent.click(screen.getByRole('button', { name: 'Try again' }))
  expect(onRetry).toHaveBeenCalledTimes(1)
})

it('a page that could not be loaded has a heading', () => {
  render(<ErrorPanel isPage error={new Error('cut off')} onRetry={() => {}} />)
  expect(screen.getByRole('heading', { level: 1 }).textContent).toBe(
    'Data loading error, click to refresh and try again',
  )
})

it('[ERR-01] a refusal by the present state shows its reason alone, and may be tried again', () => {
  const refusal = {
    status: 409,
    code: '409',
    message: 'record.face-unread',
    desc: 'No face was read from this capture.',
  }
  render(<ErrorPanel error={new CallError({ ...refusal, requestId: 'r-9' })} onRetry={() => {}} />)
  expect(screen.getByRole('alert').textContent).toBe('No face was read from this capture.Try again')
})

it('[ERR-01] a missing or forbidden page says so, and offers no second try', () => {
  const refusals = [
    { status: 404, code: '404', message: 'record.not-found', desc: 'This record no longer exists.' },
    { status: 403, code: '403', message: 'auth.permission-denied', desc: 'Permission denied' },
    { status: 400, code: '400', message: 'request.invalid', desc: 'Not right: id.', data: { fields: 'id' } },
  ]
  for (const refusal of refusals) render(<ErrorPanel error={new CallError(refusal)} onRetry={() => {}} />)
  expect(screen.getAllByRole('alert').map(({ textContent }) => textContent)).toEqual([
    'This record no longer exists.',
    'Permission denied',
    'There is nothing at this address. It may be mistyped.',
  ])
  expect(screen.queryByRole('button')).toBeNull()
})

it('[REQ-05] a failure without a text of the server has our own', () => {
  const t = currentText()
  const failure = (message: string) => new CallError({ status: 0, code: '0', message })
  expect(errorText(failure('client.request'), t)).toBe('Request error, please try again later')
  expect(errorText(failure('client.response'), t)).toBe('Response error, please try again later')
  expect(t('errors:title')).toBe('Error')
  expect(t('errors:permissionDenied')).toBe('Permission denied')
})

it('[ERR-01] a picture that did not arrive says so, and a refused one says why', () => {
  const lost = new CallError({ status: 0, code: '0', message: 'client.request' })
  expect(uploadErrorText(lost, currentText())).toBe('The image could not be uploaded. Check the network and try again.')
  const refused = new CallError({ status: 422, code: '422', message: 'portrait.unreadable', desc: 'No picture.' })
  expect(uploadErrorText(refused, currentText())).toBe('No picture.')
})
