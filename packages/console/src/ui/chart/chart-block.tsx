import { DownloadOutlined, TableOutlined } from '@ant-design/icons'
import { type ReactNode, useId, useState } from 'react'
import { useText } from '../../i18n/i18n.ts'
import { formatNumber } from '../../lib/format-number.ts'
import { BarChart, linesOf } from './bar-chart.tsx'
import type { BarData } from './bar-layout.ts'
import { keyOf, saveChart } from './chart-picture.ts'
import { ScrollRegion } from '../page/scroll-region.tsx'

type Props = {
  title: string
  /** The things counted. */
  text?: ReactNode
  /** The days of it, as the picture names them. */
  period: string
  /** The name of the column of names in the table. */
  columnName: string
  fileName: string
  data: BarData
  height?: number
  /** Further columns of the table. */
  more?: readonly { name: string; values: readonly number[] }[]
  children?: ReactNode
}

/** A chart with its name and key, the same numbers as a table, and a picture of it to take along. */
export function ChartBlock({ title, text, period, columnName, fileName, data, height, more = [], children }: Props) {
  const t = useText()
  const id = useId()
  const [isTable, setIsTable] = useState(false)
  return (
    <section className="chart-block" aria-labelledby={id}>
      <header>
        <h2 id={id}>{title}</h2>
        {text && <small>{text}</small>}
        <span className="chart-tools">
          <button
            type="button"
            aria-pressed={isTable}
            aria-label={t('list:chart.table', { title })}
            title={t('list:chart.table', { title })}
            onClick={() => setIsTable(!isTable)}
          >
            <TableOutlined aria-hidden />
          </button>
          <button
            type="button"
            aria-label={t('list:chart.save', { title })}
            title={t('list:chart.save', { title })}
            onClick={() => saveChart(data, { title, period }, fileName)}
          >
            <DownloadOutlined aria-hidden />
          </button>
        </span>
      </header>
      {isTable ? (
        <ChartTable data={data} columnName={columnName} more={more} label={title} />
      ) : (
        <>
          <BarChart data={data} label={t('list:chart.walk', { title })} {...(height !== undefined && { height })} />
          <ul className="chart-key" aria-hidden>
            {keyOf(data).map(({ name, colour }) => (
              <li key={name}>
                <i style={{ background: `var(${colour})` }} />
                {name}
              </li>
            ))}
          </ul>
        </>
      )}
      {children}
    </section>
  )
}

type TableProps = { data: BarData; columnName: string; label: string; more: NonNullable<Props['more']> }

function ChartTable({ data, columnName, label, more }: TableProps) {
  const t = useText()
  const names = linesOf(data, 0, t('list:chart.total')).map(({ name }) => name)
  return (
    <ScrollRegion className="chart-table" label={label}>
      <table>
        <thead>
          <tr>
            {[columnName, ...names, ...more.map(({ name }) => name)].map((name) => (
              <th key={name} scope="col">
                {name}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {data.columns.map(({ title }, column) => (
            <tr key={title}>
              <th scope="row">{title}</th>
              {linesOf(data, column, '').map(({ value }, place) => (
                <td key={place}>{formatNumber(value)}</td>
              ))}
              {more.map(({ name, values }) => (
                <td key={name}>{formatNumber(values[column] ?? 0)}</td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </ScrollRegion>
  )
}
