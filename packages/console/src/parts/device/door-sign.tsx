import type { Door } from '@gatehouse/contract/features/sites.ts'
import { DoorMark } from '../floor-plan/door-mark.tsx'
import { useDoorStanding } from '../floor-plan/use-door-marks.ts'

/** The large mark before the name of a door on its own page: how it stands, to be seen from afar; the words stand below the name. */
export function DoorSign({ door }: { door: Pick<Door, 'id' | 'site'> }) {
  return (
    <span className="door-sign">
      <DoorMark mark={useDoorStanding(door)?.mark ?? 'unknown'} />
    </span>
  )
}
