import { cleanup, fireEvent, screen } from '@testing-library/react'
import { Outlet } from 'react-router'
import { afterEach, beforeAll, expect, it } from 'vitest'
import { answerCalls } from '../../../test/answer-calls.ts'
import { renderRoutes } from '../../../test/render-routes.tsx'
import { sessionUserOf } from '../../../test/session-users.ts'
import { changeLanguage, loadTexts, startI18n } from '../../i18n/i18n.ts'
import { setUser } from '../../lib/session.ts'
import { PackageUploadPanel } from './package-upload-panel.tsx'
import { upgradesTexts } from './upgrades-feature.ts'

beforeAll(async () => {
  await startI18n()
  await loadTexts(upgradesTexts)
  await changeLanguage('en')
})
afterEach(cleanup)

const asked = { firmware: ['Model', 'Software version'], application: ['Package name', 'Version name', 'Version code'] }

it.each(['firmware', 'application'] as const)(
  '[UPG-02] the form of %s marks the fields that the server requires',
  (kind) => {
    setUser(sessionUserOf('deviceAdmin'))
    const page = { path: '/upgrade', element: <Outlet context={kind} /> }
    renderRoutes([{ ...page, children: [{ path: 'new', Component: PackageUploadPanel }] }], '/upgrade/new')
    const labels = screen.getAllByText(/./, { selector: '.ant-form-item-required' })
    expect(labels.map(({ textContent }) => textContent)).toEqual([...asked[kind], 'Full or split', 'Title', 'Strategy'])
  },
)

it('[UPG-02] values that were typed for one make go when another is chosen that has no word for them', async () => {
  setUser(sessionUserOf('deviceAdmin'))
  const common = { isOn: true, forms: ['full'], checksSignature: true }
  answerCalls({
    'GET /api/v2/upgrades/makes': {
      items: [
        { ...common, make: 'gatehouse', strategies: ['normal', 'silent', 'timed'], tellsHardware: true },
        { ...common, make: 'zkteco', strategies: ['silent', 'timed'], tellsHardware: false },
      ],
    },
  })
  const page = { path: '/upgrade', element: <Outlet context="firmware" /> }
  renderRoutes([{ ...page, children: [{ path: 'new', Component: PackageUploadPanel }] }], '/upgrade/new')
  const choose = async (make: string) => {
    fireEvent.mouseDown(await screen.findByRole('combobox', { name: 'For terminals of' }))
    fireEvent.click(await screen.findByText(make, { selector: '.ant-select-item-option-content' }))
  }
  const hardware = () => screen.queryByRole<HTMLInputElement>('textbox', { name: 'Hardware versions' })
  const forced = () => screen.queryByRole('switch', { name: 'Forced' })
  fireEvent.click(await screen.findByText('Hardware, versions and description'))
  fireEvent.change(hardware()!, { target: { value: 'V2' } })
  fireEvent.click(forced()!)
  await choose('ZKTeco')
  await expect.poll(() => [hardware(), forced()]).toEqual([null, null])
  await choose('Gatehouse')
  await expect.poll(() => hardware()?.value).toBe('')
  expect(forced()?.getAttribute('aria-checked')).toBe('false')
})
