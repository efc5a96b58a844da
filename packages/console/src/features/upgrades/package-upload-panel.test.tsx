import { cleanup, screen } from '@testing-library/react'
import { Outlet } from 'react-router'
import { afterEach, beforeAll, expect, it } from 'vitest'
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
