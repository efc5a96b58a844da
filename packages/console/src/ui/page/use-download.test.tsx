import { getImportResult } from '@gatehouse/contract/features/imports.ts'
import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { cleanup, fireEvent, render, screen } from '@testing-library/react'
import { App } from 'antd'
import { afterEach, beforeAll, expect, it, vi } from 'vitest'
import { answerCalls, refusal } from '../../../test/answer-calls.ts'
import { changeLanguage, startI18n } from '../../i18n/i18n.ts'
import { DownloadButton } from './download-button.tsx'

const id = '0198a000-0000-7000-8000-000000000007'
const address = `GET /api/v2/imports/${id}/result`

beforeAll(async () => {
  await startI18n()
  await changeLanguage('en')
})
afterEach(() => {
  cleanup()
  vi.restoreAllMocks()
})

/** Watches the files that the browser is told to save. */
function watchSaved() {
  const saved: { name: string; content: Blob | undefined }[] = []
  let content: Blob | undefined
  vi.spyOn(URL, 'createObjectURL').mockImplementation((given) => {
    content = given instanceof Blob ? given : undefined
    return 'blob:saved'
  })
  vi.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(function (this: HTMLAnchorElement) {
    saved.push({ name: this.download, content })
  })
  return saved
}

const show = () =>
  render(
    <QueryClientProvider client={new QueryClient()}>
      <App>
        <DownloadButton route={getImportResult} params={{ id }} query={{ language: 'zh' }}>
          Take away
        </DownloadButton>
      </App>
    </QueryClientProvider>,
  )

it('a download is saved under the name that the server gives it', async () => {
  const saved = watchSaved()
  const headers = { 'content-disposition': `attachment; filename*=UTF-8''${encodeURIComponent('员工 - 结果.xls')}` }
  const seen = answerCalls({ [address]: new Response('a workbook', { headers }) })
  show()
  fireEvent.click(screen.getByRole('button', { name: 'Take away' }))
  await vi.waitFor(() => expect(saved).toHaveLength(1))
  expect(saved[0]?.name).toBe('员工 - 结果.xls')
  expect(await saved[0]?.content?.text()).toBe('a workbook')
  expect(seen[0]?.url.search).toBe('?language=zh')
})

it.each([
  ['a refusal', () => refusal(422, 'import.damaged', 'This file cannot be read.'), 'This file cannot be read.'],
  ['a line that is cut', () => new Error('cut'), 'Request error, please try again later'],
  [
    'the page of a proxy',
    () => new Response('<h1>Bad gateway</h1>', { status: 502 }),
    'Response error, please try again later',
  ],
])('a failure with %s is shown in the page and never saved as a file', async (_, answer, words) => {
  const saved = watchSaved()
  answerCalls({ [address]: answer() })
  show()
  fireEvent.click(screen.getByRole('button', { name: 'Take away' }))
  expect(await screen.findByText(words)).toBeDefined()
  expect(saved).toEqual([])
})

it('no element of the console is a bare link to a file, which would save a refusal as JSON', () => {
  const sources = import.meta.glob<string>(['../../**/*.{ts,tsx}', '!../../**/*.test.*'], {
    eager: true,
    query: '?raw',
    import: 'default',
  })
  const bare = Object.entries(sources)
    .filter(([, text]) => /\.download = |<(a|Button)\b[^>]*\sdownload\b/.test(text))
    .map(([file]) => file)
  expect(bare).toEqual(['./save-file.ts'])
})
