import type { ImportRun as Run } from '@gatehouse/contract/features/imports.ts'
import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { cleanup, render, screen } from '@testing-library/react'
import { App } from 'antd'
import { afterEach, beforeAll, expect, it } from 'vitest'
import { answerCalls } from '../../../test/answer-calls.ts'
import { changeLanguage, loadTexts, startI18n } from '../../i18n/i18n.ts'
import { ImportRun } from './import-run.tsx'
import { staffTexts } from './staff-feature.ts'

const id = '0198a000-0000-7000-8000-000000000007'
const run: Run = {
  id,
  kind: 'portraits',
  state: 'running',
  name: 'portraits.zip',
  total: 10_000,
  counts: { created: 0, updated: 0, unchanged: 0, failed: 20 },
  secondsLeft: 200,
  namesNobody: true,
  ignoredColumns: [],
  creator: 'admin',
  createdAt: '2026-11-23T08:00:00Z',
  finishedAt: null,
}

beforeAll(async () => {
  await startI18n()
  await loadTexts(staffTexts)
  await changeLanguage('en')
})
afterEach(cleanup)

const show = (shown: Run) => {
  answerCalls({
    [`GET /api/v2/imports/${id}`]: shown,
    [`GET /api/v2/imports/${id}/rows`]: { items: [], total: 0 },
  })
  render(
    <QueryClientProvider client={new QueryClient()}>
      <App>
        <ImportRun id={id} onForgotten={() => {}} />
      </App>
    </QueryClientProvider>,
  )
}

it('[MAN-12] a batch whose pictures match nobody shows a warning beside the button that stops it', async () => {
  show(run)
  expect((await screen.findByRole('alert')).textContent).toContain('No picture matches a member of staff')
  expect(screen.getByRole('button', { name: 'Stop' })).toBeDefined()
})

it('[MAN-12] a batch with some matching pictures shows no warning', async () => {
  show(Object.assign({}, run, { namesNobody: false }))
  expect(await screen.findByText('portraits.zip')).toBeDefined()
  expect(screen.queryByRole('alert')).toBeNull()
})
