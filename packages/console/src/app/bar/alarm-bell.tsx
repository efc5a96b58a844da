import { getUnseenAlarms, markAlarmsSeen, type Alarm } from '@gatehouse/contract/features/alarms.ts'
import { pathTo } from '@gatehouse/contract/paths.ts'
import { useQuery } from '@tanstack/react-query'
import { App, Button, type MenuProps } from 'antd'
import { useEffect, useRef, useSyncExternalStore } from 'react'
import { useNavigate } from 'react-router'
import { call } from '../../api/call.ts'
import { queryOf } from '../../api/query.ts'
import { type Text, useText } from '../../i18n/i18n.ts'
import { hasAlarmSound, onAlarmSound, playAlarmSound, setAlarmSound } from '../../lib/alarm-sound.ts'
import { commonSettings } from '../../lib/common-settings.ts'
import { BarIcon } from './bar-icon.tsx'
import { BarMenu } from './bar-menu.tsx'
import './alarm-bell.css'
import { alarmTitle } from '../../parts/alarm/alarm-title.ts'
import { DoorTime } from '../../parts/device/door-clock.tsx'

/** The hint `alarms` asks again. */
const unseenQuery = queryOf(getUnseenAlarms)

const noticeSeconds = 8
const maxShown = 99

/** The bell of the top bar: how many alarms are new, the newest that are open, and a notice when one comes. */
export function AlarmBell() {
  const t = useText()
  const navigate = useNavigate()
  const { data } = useQuery(unseenQuery)
  const hasSound = useSyncExternalStore(onAlarmSound, hasAlarmSound)
  useNotice(data)
  const count = data?.count ?? 0
  const label = count > maxShown ? t('bell:many') : t('bell:count', { count })

  const look = (isOpen: boolean) => {
    if (!isOpen || count === 0) return
    // the count stays if this fails, and shows the error itself
    call(markAlarmsSeen).catch(() => undefined)
  }
  const items: MenuProps['items'] = [
    ...(data?.newest ?? []).map((alarm) => ({
      key: alarm.id,
      label: <BellEntry alarm={alarm} t={t} />,
      onClick: () => void navigate(pathTo('deviceAlarm', { below: alarm.id })),
    })),
    ...(data?.newest.length === 0 ? [{ key: 'none', label: t('bell:none'), disabled: true }] : []),
    { type: 'divider' },
    { key: 'all', label: t('bell:all'), onClick: () => void navigate(pathTo('deviceAlarm')) },
    { key: 'sound', label: t('bell:sound'), onClick: () => setAlarmSound(!hasSound) },
  ]
  return (
    <BarMenu
      menu={{ items, selectable: true, multiple: true, selectedKeys: hasSound ? ['sound'] : [] }}
      onOpenChange={look}
    >
      <button type="button" className="bar-button bell" aria-label={count > 0 ? label : t('bell:title')} title={label}>
        <BarIcon name="bell" />
        {count > 0 && <span className="bell-pip" aria-hidden="true" />}
      </button>
    </BarMenu>
  )
}

function BellEntry({ alarm, t }: { alarm: Alarm; t: Text }) {
  return (
    <span className="bell-entry">
      <strong data-fire={alarm.type === 'fire' || undefined}>{alarmTitle(alarm, t)}</strong>
      <small>
        {alarm.device.name} · <DoorTime at={alarm.raisedAt} deviceId={alarm.device.id} />
      </small>
    </span>
  )
}

/** Announces an alarm that arrives while the page is open; never more than one at a time. */
function useNotice(data: { count: number; newest: readonly Alarm[] } | undefined) {
  const t = useText()
  const navigate = useNavigate()
  const { message } = App.useApp()
  const before = useRef<number>(undefined)
  useEffect(() => {
    if (!data) return
    const known = before.current
    before.current = data.count
    // a fire alarm comes first, even before newer alarms
    const [alarm] = data.newest.toSorted((a, b) => b.raisedAt.localeCompare(a.raisedAt))
    if (known === undefined || data.count <= known || !alarm || commonSettings().showAlarm !== '1') return
    const key = 'alarm-notice'
    if (hasAlarmSound()) playAlarmSound()
    void message.warning({
      key,
      duration: noticeSeconds,
      content: (
        <span>
          {t('bell:notice', { type: alarmTitle(alarm, t), device: alarm.device.name })}
          <Button
            type="link"
            size="small"
            onClick={() => {
              message.destroy(key)
              void navigate(pathTo('deviceAlarm', { below: alarm.id }))
            }}
          >
            {t('bell:show')}
          </Button>
        </span>
      ),
    })
  }, [data, message, navigate, t])
}
