import { getUnseenAlarms, markAlarmsSeen, type Alarm } from '@gatehouse/contract/features/alarms.ts'
import { pathTo } from '@gatehouse/contract/paths.ts'
import { useQuery } from '@tanstack/react-query'
import { useCallback, useEffect, useRef, useState } from 'react'
import { call } from '../../api/call.ts'
import { queryOf } from '../../api/query.ts'
import { useText } from '../../i18n/i18n.ts'
import { hasAlarmSound, playAlarmSound } from '../../lib/alarm-sound.ts'
import { instantMs, nowMs } from '../../lib/clock.ts'
import { commonSettings } from '../../lib/common-settings.ts'
import { laterPart } from '../../lib/later-part.ts'
import { alarmTitle } from '../../parts/alarm/alarm-title.ts'
import { BarIcon } from './bar-icon.tsx'
import { useNotice } from './use-notice.tsx'
import './alarm-bell.css'

const BellPanel = laterPart(async () => (await import('./bell-panel.tsx')).BellPanel)

/** The hint `alarms` asks again. */
const unseenQuery = queryOf(getUnseenAlarms)

const maxShown = 99

/** The bell of the top bar: how many alarms are new, the newest that are open, and a notice when one comes. */
export function AlarmBell() {
  const t = useText()
  const { data } = useQuery(unseenQuery)
  const [isOpen, setIsOpen] = useState(false)
  const bell = useRef<HTMLButtonElement>(null)
  useAlarmNotice(data)
  const count = data?.count ?? 0
  const label = count > maxShown ? t('bell:many') : t('bell:count', { count })
  const close = useCallback(() => setIsOpen(false), [])
  const press = () => {
    setIsOpen(!isOpen)
    // the count stays if this fails, and shows the error itself
    if (!isOpen && count > 0) call(markAlarmsSeen).catch(() => undefined)
  }
  return (
    <div className="bell-place">
      <button
        ref={bell}
        type="button"
        className="bar-button bell"
        aria-expanded={isOpen}
        aria-haspopup="dialog"
        aria-label={count > 0 ? label : t('bell:title')}
        title={label}
        onClick={press}
      >
        <BarIcon name="bell" />
        {count > 0 && <span className="bell-pip" aria-hidden="true" />}
      </button>
      {isOpen && <BellPanel alarms={data?.newest ?? []} bell={bell} onClose={close} />}
    </div>
  )
}

/** An alarm that a device delivers later than that is history: the bell counts it, and nothing interrupts for it. */
const announcedForMs = 24 * 3_600_000

/** Announces an alarm that arrives while the page is open; never more than one at a time. */
function useAlarmNotice(data: { count: number; newest: readonly Alarm[] } | undefined) {
  const t = useText()
  const say = useNotice('alarm-notice')
  const before = useRef<number>(undefined)
  useEffect(() => {
    if (!data) return
    const known = before.current
    before.current = data.count
    // a fire alarm comes first, even before newer alarms
    const [alarm] = data.newest.toSorted((a, b) => b.raisedAt.localeCompare(a.raisedAt))
    if (known === undefined || data.count <= known || !alarm || commonSettings().showAlarm !== '1') return
    if (nowMs() - instantMs(alarm.lastAt) > announcedForMs) return
    if (hasAlarmSound()) playAlarmSound()
    say({
      title: t('bell:notice', { type: alarmTitle(alarm, t), device: alarm.device.name }),
      path: pathTo('deviceAlarm', { below: alarm.id }),
      tag: `alarm-${alarm.id}`,
    })
  }, [data, say, t])
}
