import type { DashboardFigures, SystemNotice } from '@gatehouse/contract/features/dashboard.ts'
import { pathTo } from '@gatehouse/contract/paths.ts'
import { Link } from 'react-router'
import { type Text, useText } from '../../i18n/i18n.ts'
import { companyTime } from '../../lib/format-date.ts'
import { useCan } from '../../lib/use-can.ts'
import { Dated } from '../../ui/page/dated.tsx'
import { StatusMark } from '../../ui/feedback/status-mark.tsx'
import { gigabytes } from './gigabytes.ts'
import { useCommonSettings } from './use-followed.ts'
import { alarmTitle } from '../../parts/alarm/alarm-title.ts'
import { DoorTime } from '../../parts/device/door-clock.tsx'

type Words = { isBad: boolean; title: string; text: string; to?: string; cure?: string }

/** DASH-01: system notices and the newest open alarms, as far as the common settings show them. */
export function Notices({ figures }: { figures: Pick<DashboardFigures, 'notices' | 'alarms'> }) {
  const t = useText()
  const can = useCan()
  const { showSystem, showAlarm } = useCommonSettings()
  const system = showSystem === '1' ? figures.notices : []
  const alarms = showAlarm === '1' ? (figures.alarms?.newestOpen ?? []) : []
  if (system.length + alarms.length === 0) return null
  return (
    <section className="notices" aria-label={t('dashboard:notices.title')}>
      <ul>
        {system.map((notice) => {
          const { isBad, title, text, to, cure } = wordsOf(notice, t, can('service-config.manage'))
          return (
            <li key={notice.kind} data-bad={isBad || undefined}>
              <StatusMark meaning={isBad ? 'bad' : 'attention'}>
                <strong>{title}</strong>
              </StatusMark>
              <span>
                <Dated>{text}</Dated>
              </span>
              {to && <Link to={to}>{cure}</Link>}
            </li>
          )
        })}
        {alarms.map((alarm) => (
          <li key={alarm.id} data-bad>
            <StatusMark meaning="bad">
              <strong>{alarmTitle(alarm, t)}</strong>
            </StatusMark>
            <span>
              {[alarm.device.name, alarm.person?.name].filter(Boolean).map((name) => `${name} · `)}
              <DoorTime at={alarm.raisedAt} deviceId={alarm.device.id} />
            </span>
            <Link to={pathTo('deviceAlarm', { below: alarm.id })}>{t('dashboard:notices.alarm')}</Link>
          </li>
        ))}
      </ul>
    </section>
  )
}

/** The action is offered to those who may do it. */
function wordsOf(notice: SystemNotice, t: Text, mayManage: boolean): Words {
  const storage = mayManage
    ? { to: pathTo('dashboard', { below: 'storage' }), cure: t('dashboard:notices.storage') }
    : {}
  switch (notice.kind) {
    case 'disk-low': {
      const free = gigabytes(notice.freeBytes)
      return {
        isBad: false,
        ...storage,
        title: t('dashboard:notices.diskLow', { limit: notice.warnGb }),
        text:
          notice.daysLeft === null
            ? t('dashboard:notices.free', { free })
            : t('dashboard:notices.freeFor', { free, count: Math.floor(notice.daysLeft) }),
      }
    }
    case 'disk-overwriting': {
      const free = gigabytes(notice.freeBytes)
      const until = notice.capturesUntilAt
      const limit = notice.overwriteGb
      if (notice.beginsAt !== null)
        return {
          isBad: true,
          ...storage,
          title: t('dashboard:notices.overwritesSoon', { limit }),
          text: t('dashboard:notices.begins', { free, at: companyTime(notice.beginsAt, 'minute') }),
        }
      return {
        isBad: true,
        ...storage,
        title: t('dashboard:notices.overwriting', { limit }),
        text: notice.isNothingLeft
          ? t('dashboard:notices.nothingLeft', { free })
          : until === null
            ? t('dashboard:notices.free', { free })
            : t('dashboard:notices.overwritten', { free, until: companyTime(until, 'minute') }),
      }
    }
    case 'licence-expires':
      return {
        isBad: notice.days <= 7,
        to: pathTo('licence'),
        cure: t('dashboard:notices.renew'),
        title:
          notice.days === 0
            ? t('dashboard:notices.licenceToday')
            : t('dashboard:notices.licence', { count: notice.days }),
        text: t('dashboard:notices.licenceText', { at: companyTime(notice.endsAt, 'minute') }),
      }
    case 'internet-deployed':
      return {
        isBad: true,
        title: t('dashboard:notices.internet', { count: notice.days }),
        text: t('dashboard:notices.internetText', { at: companyTime(notice.stopsAt, 'minute') }),
      }
  }
}
