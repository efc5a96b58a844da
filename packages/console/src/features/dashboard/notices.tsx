import type { AlarmType } from '@gatehouse/contract/device/alarm-types.ts'
import { acknowledgeAlarms, listAlarms } from '@gatehouse/contract/features/alarms.ts'
import type { DashboardFigures, OpenAlarms, SystemNotice } from '@gatehouse/contract/features/dashboard.ts'
import { pathTo } from '@gatehouse/contract/paths.ts'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { Link } from 'react-router'
import { call } from '../../api/call.ts'
import { type Text, useText } from '../../i18n/i18n.ts'
import { companyTime } from '../../lib/format-date.ts'
import { useCan } from '../../lib/use-can.ts'
import { Dated } from '../../ui/page/dated.tsx'
import { formatNumber } from '../../lib/format-number.ts'
import { useToast } from '../../ui/feedback/toast.tsx'
import { dashboardQuery } from './dashboard-queries.ts'
import { gigabytes } from './gigabytes.ts'
import { useCommonSettings } from './use-followed.ts'
import { alarmTitle } from '../../parts/alarm/alarm-title.ts'

type Words = { isBad: boolean; title: string; text: string; to?: string; cure?: string }

type Line = Words & { key: string; edge: 'red' | 'amber' | 'grey'; deed?: ReactNode }

/** DASH-01: system notices, and the open alarms of each kind in one line with its action, as far as the common settings show them. */
export function Notices({ figures }: { figures: Pick<DashboardFigures, 'notices' | 'alarms' | 'readAt'> }) {
  const t = useText()
  const can = useCan()
  const { showSystem, showAlarm } = useCommonSettings()
  const system = showSystem === '1' ? figures.notices : []
  const alarms = showAlarm === '1' ? (figures.alarms?.open ?? []) : []
  const lines: Line[] = [
    ...alarms.map((alarms) => ({
      ...wordsOfAlarms(alarms, figures.readAt, t),
      key: `alarm ${alarms.code}`,
      edge: edgeOf(alarms),
      deed: can('alarm.write') && alarms.raised > 0 && alarms.type !== 'unknown' && (
        <AcknowledgeAll type={alarms.type} count={alarms.raised} until={figures.readAt} />
      ),
    })),
    ...system.map((notice) => {
      const words = wordsOf(notice, t, can('service-config.manage'))
      return { ...words, key: notice.kind, edge: words.isBad ? ('red' as const) : ('grey' as const) }
    }),
  ]
  if (lines.length === 0) return null
  return (
    <section className="notices" aria-label={t('dashboard:notices.title')}>
      <ul>
        {lines.map(({ key, edge, title, text, to, cure, deed }) => (
          <li key={key} data-edge={edge}>
            <strong>{title}</strong>
            <span>
              <Dated>{text}</Dated>
            </span>
            <span className="notice-deeds">
              {to && <Link to={to}>{cure}</Link>}
              {deed}
            </span>
          </li>
        ))}
      </ul>
    </section>
  )
}

/** Kinds that cannot wait: while nobody has acknowledged them their edge is red. */
const urgent = new Set<OpenAlarms['type']>(['fire', 'tamper', 'forced-open', 'duress', 'blacklisted', 'cloned'])

function edgeOf({ type, raised }: OpenAlarms): Line['edge'] {
  if (type === 'fire') return 'red'
  return raised === 0 ? 'grey' : urgent.has(type) ? 'red' : 'amber'
}

/** "7 open alarms at 2 doors, newest 08:52": the date only where it is not today's. */
function wordsOfAlarms(alarms: OpenAlarms, readAt: string, t: Text): Words {
  const { type, code, count, isMore, raised, devices, newest } = alarms
  const at = companyTime(newest.at, 'minute')
  const time = at.slice(0, 10) === companyTime(readAt, 'day') ? at.slice(11) : at
  const open = t('dashboard:notices.open', { count, number: `${formatNumber(count)}${isMore ? '+' : ''}` })
  const where =
    devices === 1
      ? t('dashboard:notices.atOne', { open, device: newest.deviceName, at: time })
      : t('dashboard:notices.atMany', { open, count: devices, at: time })
  return {
    isBad: true,
    title: alarmTitle({ type, code }, t),
    text: raised === 0 ? t('dashboard:notices.taken', { where }) : where,
    cure: t('dashboard:notices.view'),
    to:
      count === 1
        ? pathTo('deviceAlarm', { below: newest.id })
        : pathTo('deviceAlarm', { query: { status: 'open', ...(type !== 'unknown' && { type }) } }),
  }
}

/** One call acknowledges so many. */
const maxAtOnce = 200

type AllProps = { type: AlarmType; count: number; until: string }

/** Makes the reader the handler of the alarms of a kind that the line counts; what came later is left to the next look. */
function AcknowledgeAll({ type, count, until }: AllProps) {
  const t = useText()
  const toast = useToast()
  const client = useQueryClient()
  const acknowledge = useMutation({
    mutationFn: async () => {
      const lists = await Promise.all(
        (['raised', 'release-failed'] as const).map((status) =>
          call(listAlarms, { query: { type, status, to: until, size: maxAtOnce } }),
        ),
      )
      const ids = lists.flatMap(({ items }) => items.map(({ id }) => id)).slice(0, maxAtOnce)
      return ids.length === 0 ? { acknowledged: 0 } : call(acknowledgeAlarms, { body: { ids } })
    },
    onSuccess: async ({ acknowledged }) => {
      toast.done(t('dashboard:notices.acknowledged', { count: acknowledged }))
      await client.invalidateQueries({ queryKey: dashboardQuery.queryKey })
    },
    onError: toast.failed,
  })
  return (
    <button type="button" disabled={acknowledge.isPending} onClick={() => acknowledge.mutate()}>
      {t('dashboard:notices.acknowledge', { count })}
    </button>
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
