import type { DashboardFigures, RecognitionCounts } from '@gatehouse/contract/features/dashboard.ts'
import { pathTo } from '@gatehouse/contract/paths.ts'
import { useText } from '../../i18n/i18n.ts'
import { BoardCard } from './board-card.tsx'

const kinds = ['staff', 'visitor', 'stranger'] as const
const twoDigits = (hour: number) => String(hour).padStart(2, '0')

/** DASH-04: recognitions of today by hour, and how many of the staff have come. Drawn by the style sheet: no chart to load. */
export function HoursCard(props: { hours: RecognitionCounts[]; checkIns: DashboardFigures['checkIns'] }) {
  const t = useText()
  const { hours, checkIns } = props
  const most = Math.max(1, ...hours.map(({ total }) => total))
  return (
    <BoardCard
      width="wide"
      title={t('dashboard:hours.title')}
      meta={
        checkIns && (
          <span title={t('dashboard:hours.presentWhy')}>
            {t('dashboard:hours.present', { present: checkIns.present, count: checkIns.staff })}
          </span>
        )
      }
      more={{ to: pathTo('signCount'), text: t('dashboard:hours.more') }}
    >
      <div className="hours" aria-hidden="true">
        {hours.map((counts, hour) => (
          <div key={hour} className="hour" title={`${twoDigits(hour)}:00 · ${counts.total}`}>
            <span className="hour-bar">
              {kinds.map((kind) => (
                <i key={kind} data-kind={kind} style={{ height: `${((counts[kind] ?? 0) / most) * 100}%` }} />
              ))}
            </span>
            <small>{twoDigits(hour)}</small>
          </div>
        ))}
      </div>
      <ul className="hours-key" aria-hidden="true">
        {kinds.map(
          (kind) =>
            hours[0]?.[kind] !== null && (
              <li key={kind} data-kind={kind}>
                {t(`dashboard:today.${kind}`)}
              </li>
            ),
        )}
      </ul>
      <ul className="for-readers">
        {hours.map(
          ({ total }, hour) =>
            total > 0 && <li key={hour}>{t('dashboard:hours.hour', { hour: twoDigits(hour), count: total })}</li>,
        )}
      </ul>
    </BoardCard>
  )
}
