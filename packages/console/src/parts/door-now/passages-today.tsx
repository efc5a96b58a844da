import { getRecordStatistics, type RecordStatistics } from '@gatehouse/contract/features/records.ts'
import type { Door } from '@gatehouse/contract/features/sites.ts'
import { pathTo } from '@gatehouse/contract/paths.ts'
import { useQueries } from '@tanstack/react-query'
import { Link } from 'react-router'
import { queryOf } from '../../api/query.ts'
import { useText } from '../../i18n/i18n.ts'
import { instantOf, nowMs } from '../../lib/clock.ts'
import { companyTime } from '../../lib/format-date.ts'
import { formatNumber } from '../../lib/format-number.ts'
import { BarChart } from '../../ui/chart/bar-chart.tsx'
import { DetailSkeleton } from '../../ui/detail/detail-skeleton.tsx'
import { ErrorPanel } from '../../ui/feedback/error-panel.tsx'

/** The passages that the readers of a door have counted in each hour, together. */
function sumHours(all: readonly RecordStatistics[]) {
  const hours = Array.from({ length: 24 }, () => ({ opened: 0, total: 0 }))
  for (const { steps } of all)
    for (const [hour, { opened, total }] of steps.entries()) {
      const sum = hours[hour]
      if (!sum) continue
      sum.opened += opened
      sum.total += total
    }
  return hours
}

/** How many have passed in each hour of today, and how many were refused. */
export function PassagesToday({ door: { id, readers } }: { door: Pick<Door, 'id' | 'readers'> }) {
  const t = useText()
  const now = companyTime(instantOf(nowMs()))
  const on = now.slice(0, 10)
  const asked = useQueries({
    queries: readers.map(({ deviceId, port }) =>
      queryOf(getRecordStatistics, { query: { from: on, to: on, by: 'hour', deviceId, port } }),
    ),
  })
  const isWayOut = (place: number) => readers[place]?.effectiveDirection === 'exit'
  // Of a door with a reader for each way, those who went out stand below the line.
  const hasBothWays = new Set(readers.map((_, place) => isWayOut(place))).size > 1
  const loaded = asked.flatMap(({ data }) => data ?? [])
  const failed = asked.find(({ error, data }) => error && !data)
  const hours = sumHours(loaded)
  const openedOf = (isOut: boolean) =>
    sumHours(asked.flatMap(({ data }, place) => (data && isWayOut(place) === isOut ? [data] : []))).map(
      ({ opened }) => opened,
    )
  const total = hours.reduce((sum, hour) => sum + hour.total, 0)
  const most = Math.max(...hours.map((hour) => hour.total))
  const busiest = hours.findIndex((hour) => hour.total === most)
  const minutes = Number(now.slice(11, 13)) + Number(now.slice(14, 16)) / 60
  return (
    <section>
      <header>
        <h2>{t('doorNow:passages')}</h2>
        {total > 0 && (
          <small>
            {[
              hasBothWays && t('doorNow:halves'),
              t('doorNow:busiest', { hour: twoDigits(busiest), next: twoDigits(busiest + 1) }),
            ]
              .filter(Boolean)
              .join(' · ')}
          </small>
        )}
        <Link to={pathTo('signRecord', { query: { doorId: id, from: on, to: on } })}>{formatNumber(total)}</Link>
      </header>
      {failed ? (
        <ErrorPanel error={failed.error} onRetry={() => void failed.refetch()} />
      ) : loaded.length < readers.length ? (
        <DetailSkeleton lines={4} />
      ) : total === 0 ? (
        <p>{t('doorNow:noPassages')}</p>
      ) : (
        <BarChart
          label={t('list:chart.walk', { title: t('doorNow:passages') })}
          height={150}
          data={{
            columns: hours.map((_, hour) => ({
              label: twoDigits(hour),
              title: `${twoDigits(hour)}:00–${twoDigits(hour + 1)}:00`,
            })),
            series: [
              hasBothWays
                ? { name: t('doorNow:wentIn'), colour: '--ink-2', values: openedOf(false) }
                : { name: t('doorNow:opened'), colour: '--ink-2', values: hours.map(({ opened }) => opened) },
            ],
            below: hasBothWays ? { name: t('doorNow:wentOut'), values: openedOf(true) } : undefined,
            marks: { name: t('doorNow:refused'), values: hours.map((hour) => hour.total - hour.opened) },
            now: { at: minutes, label: '' },
          }}
        />
      )}
    </section>
  )
}

const twoDigits = (hour: number) => String(hour).padStart(2, '0')
