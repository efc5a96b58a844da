import type { LiveDoor } from '@gatehouse/contract/features/live/board.ts'
import { useText } from '../../i18n/i18n.ts'
import { useLacksOf } from '../../parts/device/command-lacks.ts'
import { DoorGlyph } from '../../parts/floor-plan/door-mark.tsx'
import { HoldButton } from '../../parts/hold-button.tsx'
import { useDoorCommand } from './use-door-command.ts'

/** `onAskReason`: the door needs a reason, which is asked for elsewhere. */
type Props = { door: LiveDoor; onAskReason: ((doorId: string) => void) | undefined }

/** Opens the door of a tile by holding; where it needs a reason, leads to the field of that. */
export function TileOpen({ door, onAskReason }: Props) {
  const t = useText()
  const command = useDoorCommand(door)
  const lacks = useLacksOf()(door.deviceIds)
  const icon = <DoorGlyph mark="emergency-open" />
  if (lacks['open-once'] !== null) return null
  if (onAskReason) {
    const name = t('shared:doorDeed.openWithReason', { door: door.name })
    return (
      <span className="hold">
        <button
          type="button"
          className="hold-button"
          data-look="icon"
          aria-label={name}
          title={name}
          onClick={() => onAskReason(door.id)}
        >
          {icon}
        </button>
      </span>
    )
  }
  return (
    <HoldButton
      look="icon"
      action={t('shared:doorDeed.openName', { door: door.name })}
      label={t('shared:doorDeed.open')}
      done={t('shared:doorDeed.opened')}
      icon={icon}
      run={() => command('open-once')}
    />
  )
}
