import type { LiveDoor } from '@gatehouse/contract/features/live/board.ts'
import { useText } from '../../i18n/i18n.ts'
import { DoorGlyph } from '../../parts/floor-plan/door-mark.tsx'
import { HoldButton } from '../../parts/hold-button.tsx'
import { useDoorCommand } from './use-door-command.ts'

/** Opens the door of a tile by holding. */
export function TileOpen({ door }: { door: LiveDoor }) {
  const t = useText()
  const command = useDoorCommand(door)
  return (
    <HoldButton
      look="icon"
      action={t('shared:doorDeed.openName', { door: door.name })}
      label={t('shared:doorDeed.open')}
      done={t('shared:doorDeed.opened')}
      icon={<DoorGlyph mark="emergency-open" />}
      run={() => command('open-once')}
    />
  )
}
