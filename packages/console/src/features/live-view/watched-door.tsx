import { type DeviceSummary, sendCommand } from '@gatehouse/contract/features/devices.ts'
import { pathTo } from '@gatehouse/contract/paths.ts'
import { Link } from 'react-router'
import { call } from '../../api/call.ts'
import { useText } from '../../i18n/i18n.ts'
import { useCan } from '../../lib/use-can.ts'
import { useLacksOf } from '../../parts/device/command-lacks.ts'
import { DoorLacks } from '../../parts/device/door-lacks.tsx'
import { HoldButton } from '../../parts/hold-button.tsx'
import { StatusMark } from '../../ui/feedback/status-mark.tsx'

type Props = {
  door: DeviceSummary
  reason: string
  /** It is opened with a reason only, and none is given yet. */
  isUnsaid: boolean
  onOpened: () => void
}

/** A door that is watched, with the button that opens it. */
export function WatchedDoor({ door, reason, isUnsaid, onOpened }: Props) {
  const t = useText()
  const can = useCan()
  const lacks = useLacksOf()([door.id])
  const mayOpen = can('live.control') && lacks['open-once'] === null
  const open = async () => {
    await call(sendCommand, { params: { id: door.id }, body: { kind: 'open-once', reason: reason || undefined } })
    onOpened()
  }
  return (
    <li className="live-door">
      <div>
        <Link to={pathTo('deviceList', { below: door.id })}>{door.name}</Link>
        {door.location && <small>{door.location}</small>}
        <StatusMark meaning={door.isOnline ? 'good' : 'none'}>
          {t(door.isOnline ? 'live:stateOnline' : 'live:stateOffline')}
        </StatusMark>
        {can('live.control') && (
          <DoorLacks lacks={{ ...lacks, 'hold-open': null, 'hold-closed': null, normal: null }} />
        )}
        {mayOpen && isUnsaid && <small>{t('shared:doorDeed.reasonFirst')}</small>}
      </div>
      {mayOpen && (
        <HoldButton
          action={t('shared:doorDeed.openName', { door: door.name })}
          label={t('shared:doorDeed.open')}
          done={t('shared:doorDeed.opened')}
          isDisabled={!door.isOnline || isUnsaid}
          run={open}
        />
      )}
    </li>
  )
}
