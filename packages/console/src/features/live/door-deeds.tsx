import type { doorCommandKinds, LiveDoor } from '@gatehouse/contract/features/live/board.ts'
import { UnlockOutlined } from '@ant-design/icons'
import { useState } from 'react'
import { useText } from '../../i18n/i18n.ts'
import { HoldButton } from '../../parts/hold-button.tsx'
import { isWithinReach, useDoorCommand } from './use-door-command.ts'

/** Opens the door, or holds it, for who may: each is held to confirm. */
export function DoorDeeds({ door }: { door: LiveDoor }) {
  const t = useText()
  const tell = useDoorCommand(door)
  const [reason, setReason] = useState('')
  const command = async (kind: (typeof doorCommandKinds)[number]) => {
    await tell(kind, reason.trim() || undefined)
    setReason('')
  }
  const hasNoDevice = door.deviceIds.length === 0
  const isHeld = door.mark === 'held-open' || door.mark === 'held-closed'
  return (
    <div className="live-dock-deeds">
      <HoldButton
        look="main"
        action={t('shared:doorDeed.openName', { door: door.name })}
        label={t('shared:doorDeed.open')}
        done={t('shared:doorDeed.opened')}
        icon={<UnlockOutlined aria-hidden />}
        isDisabled={!isWithinReach(door)}
        run={() => command('open-once')}
      />
      <div className="live-holds">
        <HoldButton
          action={t('shared:doorDeed.holdOpenName', { door: door.name })}
          label={t('shared:doorDeed.holdOpen')}
          done={t('shared:doorDeed.heldOpen')}
          isDisabled={hasNoDevice}
          run={() => command('hold-open')}
        />
        <HoldButton
          action={t('shared:doorDeed.holdClosedName', { door: door.name })}
          label={t('shared:doorDeed.holdClosed')}
          done={t('shared:doorDeed.heldClosed')}
          isDisabled={hasNoDevice}
          run={() => command('hold-closed')}
        />
        {isHeld && (
          <HoldButton
            action={t('shared:doorDeed.normalName', { door: door.name })}
            label={t('shared:doorDeed.normal')}
            done={t('shared:doorDeed.normalDone')}
            isDisabled={hasNoDevice}
            run={() => command('normal')}
          />
        )}
      </div>
      <input
        className="live-input"
        aria-label={t('house:reason')}
        placeholder={t('house:reason')}
        maxLength={255}
        value={reason}
        onChange={({ target }) => setReason(target.value)}
      />
    </div>
  )
}
