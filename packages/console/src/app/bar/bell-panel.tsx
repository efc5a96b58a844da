import { acknowledgeAlarms, type Alarm } from '@gatehouse/contract/features/alarms.ts'
import { pathTo } from '@gatehouse/contract/paths.ts'
import { type RefObject, useState, useSyncExternalStore } from 'react'
import { Link } from 'react-router'
import { callAndRefresh } from '../../api/call.ts'
import { useText } from '../../i18n/i18n.ts'
import { hasAlarmSound, onAlarmSound, setAlarmSound } from '../../lib/alarm-sound.ts'
import { useCan } from '../../lib/use-can.ts'
import { alarmTitle } from '../../parts/alarm/alarm-title.ts'
import { DoorTime } from '../../parts/device/door-clock.tsx'
import { usePop } from '../../ui/menu/use-pop.ts'
import { useKeepsFocus } from '../../ui/feedback/keep-focus.ts'
import { useToast } from '../../ui/feedback/toast.tsx'

type Props = { alarms: readonly Alarm[]; bell: RefObject<HTMLElement | null>; onClose: () => void }

/** The newest open alarms below the bell, each with what is done first about it, and what this browser does when one comes. */
export function BellPanel({ alarms, bell, onClose }: Props) {
  const t = useText()
  const panel = usePop(bell, onClose)
  const hasSound = useSyncExternalStore(onAlarmSound, hasAlarmSound)
  return (
    <section ref={panel} className="bell-panel" role="dialog" aria-label={t('bell:title')} tabIndex={-1}>
      {alarms.length === 0 ? (
        <p>{t('bell:none')}</p>
      ) : (
        <ul>
          {alarms.map((alarm) => (
            <Entry key={alarm.id} alarm={alarm} onLeave={onClose} />
          ))}
        </ul>
      )}
      <div className="bell-foot">
        <Link to={pathTo('deviceAlarm')} onClick={onClose}>
          {t('bell:all')}
        </Link>
        <Link to="/account#notices" onClick={onClose}>
          {t('bell:notices')}
        </Link>
        <label>
          <input type="checkbox" checked={hasSound} onChange={({ target }) => setAlarmSound(target.checked)} />
          {t('bell:sound')}
        </label>
      </div>
    </section>
  )
}

function Entry({ alarm, onLeave }: { alarm: Alarm; onLeave: () => void }) {
  const t = useText()
  const can = useCan()
  const toast = useToast()
  const [isBusy, setIsBusy] = useState(false)
  const title = alarmTitle(alarm, t)
  const keepFocus = useKeepsFocus(alarm.acknowledgedAt)
  const acknowledge = async () => {
    keepFocus()
    setIsBusy(true)
    try {
      await callAndRefresh(acknowledgeAlarms, { body: { ids: [alarm.id] } })
    } catch (error) {
      toast.failed(error)
    } finally {
      setIsBusy(false)
    }
  }
  return (
    <li data-fire={alarm.type === 'fire' || undefined}>
      <Link className="bell-entry" to={pathTo('deviceAlarm', { below: alarm.id })} onClick={onLeave}>
        <strong>{title}</strong>
        <small>
          {[can('staff.read') && alarm.person?.name, alarm.device.name].filter(Boolean).join(' · ')} ·{' '}
          <DoorTime at={alarm.raisedAt} deviceId={alarm.device.id} />
        </small>
      </Link>
      {alarm.acknowledgedAt !== null ? (
        <small>{t('shared:alarmStatus.acknowledged')}</small>
      ) : (
        can('alarm.write') && (
          <button
            type="button"
            className="bell-deed"
            disabled={isBusy}
            aria-label={t('bell:acknowledgeOne', { alarm: title, device: alarm.device.name })}
            onClick={() => void acknowledge()}
          >
            {t('bell:acknowledge')}
          </button>
        )
      )}
    </li>
  )
}
