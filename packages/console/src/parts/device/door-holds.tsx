import { useText } from '../../i18n/i18n.ts'
import { HoldButton } from '../hold-button.tsx'
import type { DoorCommand, DoorLacks } from './command-lacks.ts'

type Hold = Exclude<DoorCommand, 'open-once'>

type Props = {
  /** Its name, with which the names of the buttons end. */
  door: string
  /** A command holds it open or closed. */
  isHeld: boolean
  isDisabled: boolean
  /** It is held open with a reason only, and none is given yet. */
  isUnsaid: boolean
  /** The reasons why the devices of the door do not hold it. */
  lacks: DoorLacks
  run: (kind: Hold) => Promise<unknown>
}

/** Holds a door open or closed, and back to normal where it is held. */
export function DoorHolds({ door, isHeld, isDisabled, isUnsaid, lacks, run }: Props) {
  const t = useText()
  return (
    <>
      {!lacks['hold-open'] && (
        <HoldButton
          action={t('shared:doorDeed.holdOpenName', { door })}
          label={t('shared:doorDeed.holdOpen')}
          done={t('shared:doorDeed.heldOpen')}
          isDisabled={isDisabled || isUnsaid}
          run={() => run('hold-open')}
        />
      )}
      {!lacks['hold-closed'] && (
        <HoldButton
          action={t('shared:doorDeed.holdClosedName', { door })}
          label={t('shared:doorDeed.holdClosed')}
          done={t('shared:doorDeed.heldClosed')}
          isDisabled={isDisabled}
          run={() => run('hold-closed')}
        />
      )}
      {isHeld && !lacks.normal && (
        <HoldButton
          action={t('shared:doorDeed.normalName', { door })}
          label={t('shared:doorDeed.normal')}
          done={t('shared:doorDeed.normalDone')}
          isDisabled={isDisabled}
          run={() => run('normal')}
        />
      )}
    </>
  )
}
