import type { doorCommandKinds, LiveDoor } from '@gatehouse/contract/features/live/board.ts'
import { UnlockOutlined } from '@ant-design/icons'
import { useState } from 'react'
import { useText } from '../../i18n/i18n.ts'
import { useLacksOf } from '../../parts/device/command-lacks.ts'
import { DoorHolds } from '../../parts/device/door-holds.tsx'
import { DoorLacks } from '../../parts/device/door-lacks.tsx'
import { useOpeningRule } from '../../parts/device/opening-rule.ts'
import { ReasonField } from '../../parts/device/reason-field.tsx'
import { HoldButton } from '../../parts/hold-button.tsx'
import { isWithinReach, useDoorCommand } from './use-door-command.ts'

type Command = (kind: (typeof doorCommandKinds)[number]) => Promise<void>

/** The function that sends a command to a door, and the field of its reason, which comes first where the door needs one. */
export function useReasonedCommand(door: LiveDoor) {
  const tell = useDoorCommand(door)
  const [reason, setReason] = useState('')
  const { reasons, needsReason } = useOpeningRule()
  const isNeeded = needsReason(door)
  const command: Command = async (kind) => {
    await tell(kind, reason.trim() || undefined)
    setReason('')
  }
  return {
    command,
    isNeeded,
    isUnsaid: isNeeded && reason.trim() === '',
    field: <ReasonField reason={reason} onChange={setReason} isNeeded={isNeeded} reasons={reasons} />,
  }
}

/** Opens the door, or holds it, for who may: each is held to confirm. A reason that is not needed is given below them. */
export function DoorDeeds({ door }: { door: LiveDoor }) {
  const t = useText()
  const { command, isNeeded, isUnsaid, field } = useReasonedCommand(door)
  const [givesReason, setGivesReason] = useState(false)
  return (
    <>
      <div className="live-dock-deeds">
        {isNeeded && field}
        <OpenDoor door={door} command={command} isUnsaid={isUnsaid} />
        <HeldDoor door={door} command={command} isUnsaid={isUnsaid} />
        <LiveLacks door={door} />
        {!isNeeded && (
          <button
            type="button"
            className="live-give-reason"
            aria-expanded={givesReason}
            onClick={() => setGivesReason(!givesReason)}
          >
            {t('house:giveReason')}
          </button>
        )}
      </div>
      {!isNeeded && givesReason && <div className="live-dock-reason">{field}</div>}
    </>
  )
}

type Props = { door: LiveDoor; command: Command; isUnsaid: boolean; isCutOff?: boolean }

export function OpenDoor({ door, command, isUnsaid, isCutOff = false }: Props) {
  const t = useText()
  const lacks = useLacksOf()(door.deviceIds)
  if (lacks['open-once'] !== null) return null
  return (
    <HoldButton
      look="main"
      action={t('shared:doorDeed.openName', { door: door.name })}
      label={t('shared:doorDeed.open')}
      done={t('shared:doorDeed.opened')}
      icon={<UnlockOutlined aria-hidden />}
      isDisabled={isCutOff || isUnsaid || !isWithinReach(door)}
      run={() => command('open-once')}
    />
  )
}

/** The actions that the devices of the door do not have, and why. */
export function LiveLacks({ door }: { door: LiveDoor }) {
  return <DoorLacks lacks={useLacksOf()(door.deviceIds)} />
}

export function HeldDoor({ door, command, isUnsaid, isCutOff = false }: Props) {
  const lacks = useLacksOf()(door.deviceIds)
  return (
    <div className="live-holds">
      <DoorHolds
        door={door.name}
        isHeld={door.held !== null}
        isDisabled={isCutOff || door.deviceIds.length === 0}
        isUnsaid={isUnsaid}
        lacks={lacks}
        run={command}
      />
    </div>
  )
}
