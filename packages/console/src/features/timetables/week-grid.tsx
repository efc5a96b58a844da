import { Button } from 'antd'
import { useText } from '../../i18n/i18n.ts'
import { useMenu } from '../../ui/menu/menu.tsx'
import type { DayRanges } from './day-ranges.ts'
import { GridRow } from './grid-row.tsx'
import { type RowName, rowNames } from './timetable-draft.ts'
import './week-grid.css'

type WeekGridProps = {
  rows: Readonly<Record<RowName, DayRanges>>
  onChange?: (rows: Partial<Record<RowName, DayRanges>>) => void
}

const marks = [0, 3, 6, 9, 12, 15, 18, 21, 24]
const days = rowNames.slice(0, 7)
const workingDays = rowNames.slice(0, 5)

/**
 * The hours of a week and of holidays: drawn with the mouse, by keys on a day's line, or typed below it. Without
 * `onChange` it is only looked at.
 */
export function WeekGrid({ rows, onChange }: WeekGridProps) {
  const t = useText()
  const copy = (from: RowName, targets: readonly RowName[]) =>
    onChange?.(Object.fromEntries(targets.map((row) => [row, rows[from]])))
  return (
    <div className="week-grid" role="group" aria-label={t('timetables:grid.label')}>
      {onChange && (
        <p id="week-grid-keys" className="week-grid-keys">
          {t('timetables:grid.keys')}
        </p>
      )}
      <div className="week-grid-marks" aria-hidden>
        {marks.map((hour) => (
          <span key={hour} style={{ left: `${(hour / 24) * 100}%` }}>
            {hour}
          </span>
        ))}
      </div>
      {rowNames.map((row) => (
        <div key={row} className="week-grid-row" data-row={row}>
          <strong>{t(`timetables:row.${row}`)}</strong>
          <GridRow
            name={t(`timetables:row.${row}`)}
            ranges={rows[row]}
            {...(onChange ? { onChange: (ranges: DayRanges) => onChange({ [row]: ranges }) } : {})}
          />
          {onChange && <CopyMenu row={row} onCopy={(others) => copy(row, others)} />}
        </div>
      ))}
    </div>
  )
}

/** The hours of a day, copied to others. */
function CopyMenu({ row, onCopy }: { row: RowName; onCopy: (rows: readonly RowName[]) => void }) {
  const t = useText()
  const { props, menu } = useMenu([
    { key: 'working', label: t('timetables:copy.working'), run: () => onCopy(workingDays) },
    { key: 'days', label: t('timetables:copy.days'), run: () => onCopy(days) },
    ...rowNames
      .filter((other) => other !== row)
      .map((other) => ({ key: other, label: t(`timetables:row.${other}`), run: () => onCopy([other]) })),
  ])
  return (
    <>
      <Button size="small" aria-label={t('timetables:copy.label', { day: t(`timetables:row.${row}`) })} {...props}>
        {t('timetables:copy.action')}
      </Button>
      {menu}
    </>
  )
}
