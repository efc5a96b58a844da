import type { doorCommandKinds, LiveDoor } from '@gatehouse/contract/features/live/board.ts'
import { UnlockOutlined } from '@ant-design/icons'
import { useState } from 'react'
import { useText } from '../../i18n/i18n.ts'
import { DoorHolds } from '../../parts/device/door-holds.tsx'
import { HoldButton } from '../../parts/hold-button.tsx'
import { isWithinReach, useDoorCommand } from './use-door-command.ts'

type Command = (kind: (typeof doorCommandKinds)[number]) => Promise<void>

/** The function that sends a command to a door, with the reason that is entered beside it. */
export function useReasonedCommand(door: LiveDoor) {
  const tell = useDoorCommand(door)
  const [reason, setReason] = useState('')
  const command: Command = async (kind) => {
    await tell(kind, reason.trim() || undefined)
    setReason('')
  }
  return { command, reason, setReason }
}

/** Opens the door, or holds it, for who may: each is held to confirm. */
export function DoorDeeds({ door }: { door: LiveDoor }) {
  const { command, reason, setReason } = useReasonedCommand(door)
  return (
    <div className="live-dock-deeds">
      <OpenDoor door={door} command={command} />
      <HeldDoor door={door} command={command} />
      <DoorReason reason={reason} onChange={setReason} />
    </div>
  )
}

type Props = { door: LiveDoor; command: Command; isCutOff?: boolean }

export function OpenDoor({ door, command, isCutOff = false }: Props) {
  const t = useText()
  return (
    <HoldButton
      look="main"
      action={t('shared:doorDeed.openName', { door: door.name })}
      label={t('shared:doorDeed.open')}
      done={t('shared:doorDeed.opened')}
      icon={<UnlockOutlined aria-hidden />}
      isDisabled={isCutOff || !isWithinReach(door)}
      run={() => command('open-once')}
    />
  )
}

export function HeldDoor({ door, command, isCutOff = false }: Props) {
  return (
    <div className="live-holds">
      <DoorHolds
        door={door.name}
        isHeld={door.mark === 'held-open' || door.mark === 'held-closed'}
        isDisabled={isCutOff || door.deviceIds.length === 0}
        run={command}
      />
    </div>
  )
}

export function DoorReason({ reason, onChange }: { reason: string; onChange: (reason: string) => void }) {
  const t = useText()
  return (
    <input
      className="live-input"
      aria-label={t('shared:doorDeed.reason')}
      placeholder={t('shared:doorDeed.reason')}
      maxLength={255}
      value={reason}
      onChange={({ target }) => onChange(target.value)}
    />
  )
}
