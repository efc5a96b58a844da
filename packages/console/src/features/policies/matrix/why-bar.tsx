import { Button, DatePicker } from 'antd'
import dayjs from 'dayjs'
import type { CSSProperties } from 'react'
import { useText } from '../../../i18n/i18n.ts'
import { instantOf, nowMs } from '../../../lib/clock.ts'
import { clockOf } from '../../../lib/format-date.ts'
import { PersonSelect } from '../../../parts/person/person-select.tsx'
import { instantOfWall, wallTimeOf } from '../../../ui/form/wall-clock.ts'

export type WhyQuestion = { personId: string | undefined; at: string | undefined }
type Props = {
  question: WhyQuestion
  /** How many doors are open for the person; undefined while it is not known. */
  open: { open: number; asked: number; total: number } | undefined
  onChange: (question: WhyQuestion) => void
}

const stepMinutes = 5

/** The person and the moment that are asked about: then each cell answers why. */
export function WhyBar({ question, open, onChange }: Props) {
  const t = useText()
  const wall = wallTimeOf(question.at ?? instantOf(nowMs()))
  const [day = '', time = ''] = wall.split('T')
  const minute = Number(time.slice(0, 2)) * 60 + Number(time.slice(3, 5))
  const at: CSSProperties & Record<'--at', string> = { '--at': `${(minute / (1440 - stepMinutes)) * 100}%` }
  const set = (nextDay: string, nextMinute: number) =>
    onChange({ ...question, at: instantOfWall(`${nextDay}T${clockOf(nextMinute)}:00`) })
  return (
    <div className="why-bar" role="group" aria-label={t('policies:why.title')}>
      <b>{t('policies:why.action')}</b>
      <PersonSelect
        className="why-person"
        aria-label={t('policies:why.person')}
        placeholder={t('policies:matrix.person')}
        allowClear
        value={question.personId}
        onChange={(personId) => onChange({ ...question, personId })}
      />
      <DatePicker
        className="why-day"
        aria-label={t('policies:matrix.day')}
        allowClear={false}
        value={dayjs(day)}
        onChange={(next) => next && set(next.format('YYYY-MM-DD'), minute)}
      />
      <span className="why-time">
        <input
          className="why-slider"
          type="range"
          style={at}
          min={0}
          max={1440 - stepMinutes}
          step={stepMinutes}
          aria-label={t('policies:why.at')}
          aria-valuetext={clockOf(minute)}
          value={minute}
          onChange={({ target }) => set(day, Number(target.value))}
        />
        <span className="why-hours" aria-hidden>
          {['00', '06', '12', '18', '24'].map((hour) => (
            <small key={hour}>{hour}</small>
          ))}
        </span>
      </span>
      <b className="tabular">{clockOf(minute)}</b>
      <Button
        size="small"
        disabled={question.at === undefined}
        onClick={() => onChange({ ...question, at: undefined })}
      >
        {t('policies:why.now')}
      </Button>
      <span className="why-count" role="status">
        {open &&
          t(open.asked < open.total ? 'policies:matrix.openOfFirst' : 'policies:matrix.open', {
            count: open.open,
            asked: open.asked,
          })}
      </span>
    </div>
  )
}
