import type { Timetable } from '@gatehouse/contract/features/timetables.ts'
import { pathTo } from '@gatehouse/contract/paths.ts'
import { Link } from 'react-router'
import { useText } from '../../i18n/i18n.ts'
import { groupName } from '../../parts/passage/list-group-name.ts'
import { rangesText } from './day-ranges.ts'
import type { DraftChanges } from './timetable-draft.ts'

/** The doors that use a timetable and, before it is saved, when they would open and close. */
export function TimetableChanges({ changes, saved }: { changes: DraftChanges; saved: Timetable | null }) {
  const t = useText()
  if (!saved) return null
  const { rows, addedHolidays, removedHolidays, isPeriodChanged } = changes
  const hasChanges = rows.length > 0 || addedHolidays.length > 0 || removedHolidays.length > 0 || isPeriodChanged
  return (
    <section className="detail-card" aria-label={t('timetables:use.title')}>
      <h2>{t('timetables:use.title')}</h2>
      {hasChanges && (
        <div className="timetable-changes" aria-live="polite">
          <strong>{t('timetables:changes.title')}</strong>
          <ul>
            {rows.map(({ row, opens, closes }) => (
              <li key={row}>
                {t(`timetables:row.${row}`)}
                {opens.length > 0 && (
                  <span data-change="opens">{t('timetables:changes.opens', { hours: rangesText(opens) })}</span>
                )}
                {closes.length > 0 && (
                  <span data-change="closes">{t('timetables:changes.closes', { hours: rangesText(closes) })}</span>
                )}
              </li>
            ))}
            {addedHolidays.length > 0 && (
              <li>{t('timetables:changes.added', { count: addedHolidays.length, dates: datesText(addedHolidays) })}</li>
            )}
            {removedHolidays.length > 0 && (
              <li>
                {t('timetables:changes.removed', { count: removedHolidays.length, dates: datesText(removedHolidays) })}
              </li>
            )}
            {isPeriodChanged && <li>{t('timetables:changes.period')}</li>}
          </ul>
        </div>
      )}
      {saved.uses.length === 0 ? (
        <p className="timetable-quiet">{t('timetables:use.none')}</p>
      ) : (
        <>
          <p className="timetable-quiet">
            {hasChanges
              ? t('timetables:use.concerned', { count: saved.deviceCount })
              : t('timetables:use.count', { count: saved.deviceCount })}
          </p>
          <ul className="timetable-uses">
            {saved.uses.map(({ policyId, device, group }) => (
              <li key={policyId}>
                {[device.name, device.location].filter(Boolean).join(' · ')}
                <small>{groupName(group.name, t)}</small>
              </li>
            ))}
          </ul>
          {saved.policyCount > saved.uses.length && (
            <p className="timetable-quiet">
              {t('timetables:use.more', { count: saved.policyCount - saved.uses.length })}
            </p>
          )}
          <Link to={pathTo('policies', { query: { timetableId: saved.id } })}>{t('timetables:use.policies')}</Link>
        </>
      )}
    </section>
  )
}

const maxDates = 5
const datesText = (dates: readonly { on: string }[]) =>
  dates
    .slice(0, maxDates)
    .map(({ on }) => on)
    .join(', ') + (dates.length > maxDates ? ' …' : '')
