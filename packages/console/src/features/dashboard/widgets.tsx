import { type DashboardFigures, doorAlarmTypes } from '@gatehouse/contract/features/dashboard.ts'
import type { Widget, WidgetName } from '@gatehouse/contract/features/dashboard/widgets.ts'
import { pathTo } from '@gatehouse/contract/paths.ts'
import type { ReactNode } from 'react'
import { Link } from 'react-router'
import type { Text } from '../../i18n/i18n.ts'
import { useText } from '../../i18n/i18n.ts'
import { companyTime } from '../../lib/format-date.ts'
import { formatNumber } from '../../lib/format-number.ts'
import { useCan } from '../../lib/use-can.ts'
import { FaceThumbnail } from '../../parts/face/face-thumbnail.tsx'
import { StatusMark } from '../../ui/feedback/status-mark.tsx'
import { AttentionCard } from './attention-card.tsx'
import { BoardBlock } from './board-block.tsx'
import { CheckIns, RecognitionHours } from './hour-charts.tsx'
import { DoorEvents } from './door-events.tsx'
import { InsideNow } from './inside-now.tsx'
import { NumberBars } from './number-bars.tsx'
import { Today } from './today.tsx'
import { weekdayOf } from './day-words.ts'

type Figures = DashboardFigures

export type FilledWidget = Widget & { content: ReactNode }

/** Each widget, or null for a role that does not get its figures. */
export const widgetsOf: Record<WidgetName, (figures: Figures) => ReactNode> = {
  today: (figures) => figures.recognitions && <Today figures={figures} counts={figures.recognitions} />,
  checkIns: (figures) => figures.checkIns && <CheckIns figures={figures} checkIns={figures.checkIns} />,
  hours: (figures) => figures.hours && <RecognitionHours figures={figures} hours={figures.hours} />,
  attendance: ({ attendance }) => attendance && <Yesterday attendance={attendance} />,
  devices: ({ devices }) => devices && <Devices devices={devices} />,
  doorAlarms: ({ alarms, todayFrom }) => alarms && <DoorAlarms counts={alarms.doorAccess} from={todayFrom} />,
  attention: ({ attention, alarms }) => (
    <AttentionCard attention={attention} hasOpenAlarms={(alarms?.open.length ?? 0) > 0} />
  ),
  inside: ({ inside }) => inside && <InsideNow inside={inside} />,
  events: () => <DoorEvents />,
}

/** Figures of a subject in one line, each with the page behind it. */
function Facts({ facts }: { facts: readonly { key: string; name: ReactNode; count: number; to: string }[] }) {
  return (
    <ul className="board-facts">
      {facts.map(({ key, name, count, to }) => (
        <li key={key}>
          <Link to={to}>
            <span>{name}</span> <strong>{formatNumber(count)}</strong>
          </Link>
        </li>
      ))}
    </ul>
  )
}

const attendanceFigures = [
  'late',
  'workdayOvertime',
  'holidayOvertime',
  'absence',
  'earlyLeave',
  'missedPunch',
] as const

/** DASH-05: yesterday's attendance, each figure with the people behind it. */
function Yesterday({ attendance }: { attendance: NonNullable<Figures['attendance']> }) {
  const t = useText()
  const can = useCan()
  const { on, missedPunch, missedPunchPortraitIds } = attendance
  const days = (fact?: string) => pathTo('attendanceRecord', { query: { from: on, to: on, ...(fact && { fact }) } })
  return (
    <BoardBlock
      title={t('dashboard:yesterday.title')}
      meta={
        <small>
          {weekdayOf(on)} {on}
        </small>
      }
      more={{ to: days(), text: t('dashboard:yesterday.more') }}
    >
      <Facts
        facts={attendanceFigures.map((fact) => ({
          key: fact,
          name: t(`dashboard:yesterday.${fact}`),
          count: attendance[fact],
          to: days(fact),
        }))}
      />
      {missedPunch > 0 && can('attendance.write') && (
        <p className="board-deed">
          {missedPunchPortraitIds.length > 0 && (
            <span className="board-faces">
              {missedPunchPortraitIds.map((imageId) => (
                <FaceThumbnail key={imageId} kind="portrait" imageId={imageId} />
              ))}
            </span>
          )}
          {t('dashboard:yesterday.waiting', { count: missedPunch, number: formatNumber(missedPunch) })}
          <Link className="board-button" to={days('missedPunch')}>
            {t('dashboard:yesterday.correct')}
          </Link>
        </p>
      )}
    </BoardBlock>
  )
}

/** DASH-04: today's door-access alarms by type. */
function DoorAlarms({ counts, from }: { counts: NonNullable<Figures['alarms']>['doorAccess']; from: string }) {
  const t = useText()
  return (
    <BoardBlock
      title={t('dashboard:doorAlarms.title')}
      more={{ to: pathTo('deviceAlarm'), text: t('dashboard:doorAlarms.more') }}
    >
      <NumberBars
        rows={doorAlarmTypes.map((type) => ({
          id: type,
          name: t(`bell:type.${type}`),
          count: counts[type],
          to: `${pathTo('deviceAlarm')}?${new URLSearchParams({ type, from }).toString()}`,
        }))}
      />
    </BoardBlock>
  )
}

/** DASH-03: how many devices are online, and what each saw today. */
function Devices({ devices }: { devices: NonNullable<Figures['devices']> }) {
  const t = useText()
  const list = (status?: string) => pathTo('deviceList', status === undefined ? {} : { query: { status } })
  return (
    <BoardBlock
      title={t('dashboard:devices.title')}
      more={{ to: list(), text: t('dashboard:devices.more', { count: devices.total }) }}
    >
      <Facts
        facts={[
          {
            key: 'online',
            name: <StatusMark meaning="good">{t('dashboard:devices.online')}</StatusMark>,
            count: devices.online,
            to: list('online'),
          },
          {
            key: 'offline',
            name: <StatusMark meaning="none">{t('dashboard:devices.offline')}</StatusMark>,
            count: devices.offline,
            to: list('offline'),
          },
          { key: 'total', name: t('dashboard:devices.total'), count: devices.total, to: list() },
        ]}
      />
      <NumberBars rows={devices.items.map((item) => deviceRow(item, t))} />
    </BoardBlock>
  )
}

type DeviceItem = NonNullable<Figures['devices']>['items'][number]

const deviceRow = ({ id, name, location, isOnline, changedAt, recognitions }: DeviceItem, t: Text) => ({
  id,
  title: [location, companyTime(changedAt)].filter(Boolean).join(' · '),
  name: (
    <StatusMark meaning={isOnline ? 'good' : 'none'}>
      {name}
      <span className="for-readers"> {t(isOnline ? 'dashboard:devices.online' : 'dashboard:devices.offline')}</span>
    </StatusMark>
  ),
  count: recognitions,
  ...(recognitions !== null && { counted: t('dashboard:devices.today', { count: recognitions }) }),
  to: pathTo('deviceList', { below: id }),
})
