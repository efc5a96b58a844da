import type { DashboardFigures, RecognitionCounts } from '@gatehouse/contract/features/dashboard.ts'
import { pathTo } from '@gatehouse/contract/paths.ts'
import { Link } from 'react-router'
import { type Text, useText } from '../../i18n/i18n.ts'
import { companyTime } from '../../lib/format-date.ts'
import { ChartBlock } from '../../ui/chart/chart-block.tsx'
import type { BarData } from '../../ui/chart/bar-layout.ts'
import { dayInWords, weekdayOf } from './day-words.ts'

const two = (hour: number) => String(hour).padStart(2, '0')
const kinds = [
  { kind: 'staff', colour: '--ink-2' },
  { kind: 'visitor', colour: '--kind-visitor' },
  { kind: 'stranger', colour: '--kind-stranger' },
] as const
/** The hours that are always shown; earlier and later ones where somebody came. */
const [usualFrom, usualTo] = [6, 20]

/** The hours that a chart of a day shows, so that a night without anybody takes no room. */
function hoursShown(...values: readonly (readonly number[])[]): number[] {
  const isUsed = (hour: number) => values.some((one) => (one[hour] ?? 0) > 0)
  const all = Array.from({ length: 24 }, (_, hour) => hour)
  const used = all.filter(isUsed)
  return all.slice(Math.min(usualFrom, used[0] ?? 24), Math.max(usualTo, (used.at(-1) ?? 0) + 1))
}

const columnsOf = (hours: readonly number[], t: Text): BarData['columns'] =>
  hours.map((hour) => ({
    label: two(hour),
    title: t('dashboard:hours.column', { from: `${two(hour)}:00`, to: `${two(hour + 1)}:00` }),
  }))

type Props = { figures: DashboardFigures; checkIns: NonNullable<DashboardFigures['checkIns']> }

/** DASH-04: when the staff came today, beside what this weekday usually has and the alarms at doors. */
export function CheckIns({ figures, checkIns }: Props) {
  const t = useText()
  const { alarms, readAt, todayOn } = figures
  const { hours, usual } = checkIns
  const shown = hoursShown(hours, usual ?? [], alarms?.hours ?? [])
  const pick = (values: readonly number[]) => shown.map((hour) => values[hour] ?? 0)
  const now = companyTime(readAt, 'minute').slice(11)
  const at = Number(now.slice(0, 2)) + Number(now.slice(3)) / 60 - (shown[0] ?? 0)
  const data: BarData = {
    columns: columnsOf(shown, t),
    series: [{ name: t('dashboard:checkIns.today'), colour: '--ink-2', values: pick(hours) }],
    behind: usual
      ? { name: t('dashboard:checkIns.usual', { day: weekdayOf(todayOn) }), values: pick(usual) }
      : undefined,
    marks: alarms ? { name: t('dashboard:checkIns.alarms'), values: pick(alarms.hours) } : undefined,
    now: at >= 0 && at <= shown.length ? { at, label: now } : undefined,
  }
  return (
    <ChartBlock
      title={t('dashboard:checkIns.title')}
      text={<span title={t('dashboard:hours.presentWhy')}>{t('dashboard:checkIns.text')}</span>}
      period={dayInWords(todayOn)}
      columnName={t('dashboard:hours.hour')}
      fileName={`check-ins-${todayOn}.png`}
      data={data}
    />
  )
}

/** Recognitions of today by hour and kind. */
export function RecognitionHours({ figures, hours }: { figures: DashboardFigures; hours: RecognitionCounts[] }) {
  const t = useText()
  const shown = hoursShown(hours.map(({ total }) => total))
  return (
    <ChartBlock
      title={t('dashboard:hours.title')}
      period={dayInWords(figures.todayOn)}
      columnName={t('dashboard:hours.hour')}
      fileName={`recognitions-${figures.todayOn}.png`}
      more={[{ name: t('dashboard:hours.total'), values: shown.map((hour) => hours[hour]?.total ?? 0) }]}
      data={{
        columns: columnsOf(shown, t),
        series: kinds
          .filter(({ kind }) => hours[0]?.[kind] !== null)
          .map(({ kind, colour }) => ({
            name: t(`dashboard:hours.kind.${kind}`),
            colour,
            values: shown.map((hour) => hours[hour]?.[kind] ?? 0),
          })),
      }}
    >
      <Link className="board-more" to={pathTo('signCount')}>
        {t('dashboard:hours.more')}
      </Link>
    </ChartBlock>
  )
}
