import { csvLine } from '@gatehouse/contract/csv.ts'
import { DownloadOutlined } from '@ant-design/icons'
import { App, Button } from 'antd'
import { useRef, useState } from 'react'
import { useText } from '../../i18n/i18n.ts'
import { instantOf, nowMs } from '../../lib/clock.ts'
import { companyTime, companyZone } from '../../lib/format-date.ts'
import { errorText } from '../feedback/error-text.ts'
import type { ListColumn, ListRow } from './list-column.ts'
import { csvFile } from './list-csv.ts'
import { saveFile } from '../page/save-file.ts'

/** Gives the rows that are filtered, page by page; `next` is what gives the page after, undefined at the end. */
export type ExportPage<Row> = (
  place: string | undefined,
  signal: AbortSignal,
) => Promise<{ rows: readonly Row[]; next: string | undefined }>

type Props<Row extends ListRow> = { name: string; columns: readonly ListColumn<Row>[]; page: ExportPage<Row> }

/** Writes the filtered rows (not only the visible page) to a CSV file, and shows the progress. */
export function ListExport<Row extends ListRow>({ name, columns, page }: Props<Row>) {
  const t = useText()
  const { message } = App.useApp()
  const [isRunning, setIsRunning] = useState(false)
  const running = useRef<AbortController | null>(null)

  const start = async () => {
    const controller = new AbortController()
    running.current = controller
    setIsRunning(true)
    const key = 'export'
    const say = (count: number) =>
      void message.loading({
        key,
        duration: 0,
        content: (
          <span role="status">
            {t('list:export.running', { count })}
            <Button type="link" size="small" onClick={() => controller.abort()}>
              {t('list:export.stop')}
            </Button>
          </span>
        ),
      })
    say(0)
    try {
      const written = columns.filter((column) => column.csv ?? column.csvTime)
      const lines = [
        csvLine(written.map((column) => (column.csvTime ? `${column.title(t)} (${companyZone()})` : column.title(t)))),
      ]
      const seen = new Set<string>()
      let place: string | undefined
      do {
        const { rows, next } = await page(place, controller.signal)
        for (const row of rows) {
          // rows move to the next page when something is added before them meanwhile
          if (seen.has(row.id)) continue
          seen.add(row.id)
          lines.push(
            csvLine(
              written.map((column) => (column.csvTime ? companyTime(column.csvTime(row)) : column.csv?.(row, t))),
            ),
          )
        }
        say(seen.size)
        place = next
      } while (place !== undefined)
      saveFile(csvFile(lines), `${name}-${companyTime(instantOf(nowMs()), 'day')}.csv`)
      void message.success({
        key,
        content: <span role="status">{t('list:export.done', { count: seen.size })}</span>,
      })
    } catch (error) {
      if (controller.signal.aborted) void message.info({ key, content: t('list:export.stopped') })
      else void message.error({ key, content: t('list:export.failed', { why: errorText(error, t) }), duration: 8 })
    } finally {
      setIsRunning(false)
    }
  }

  return (
    <Button
      icon={<DownloadOutlined aria-hidden />}
      title={t('list:export.hint')}
      loading={isRunning}
      onClick={() => void start()}
    >
      {t('list:export.action')}
    </Button>
  )
}
