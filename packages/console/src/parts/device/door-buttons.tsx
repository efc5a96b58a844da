import { UnlockOutlined } from '@ant-design/icons'
import { useState } from 'react'
import { useText } from '../../i18n/i18n.ts'
import { HoldButton } from '../hold-button.tsx'
import { type DoorCommand, type DoorLacks as Lacks, useLacksOf } from './command-lacks.ts'
import { DoorHolds } from './door-holds.tsx'
import { DoorLacks } from './door-lacks.tsx'
import { useOpeningRule } from './opening-rule.ts'
import { ReasonField } from './reason-field.tsx'
import './door-first.css'

type Props = {
  /** Its name, with which the names of the buttons end. */
  door: string
  deviceIds: readonly string[]
  /** `offline`: no device of it can be reached now; it can still be held. */
  reach: 'online' | 'offline' | 'none'
  /** A command holds it open or closed. */
  isHeld: boolean
  /** The seconds for which it opens, where they are known. */
  seconds?: number | undefined
  /** The reasons why the devices do not do some of it; left out: as their makes say. */
  lacks?: Lacks | undefined
  /** A rejection is shown as a message. */
  send: (kind: DoorCommand, reason: string | undefined) => Promise<unknown>
}

/** Opens a door, or holds it: each button is held to confirm; a reason comes first where the door needs one, and may be given elsewhere. */
export function DoorButtons({ door, deviceIds, reach, isHeld, seconds, lacks: given, send }: Props) {
  const t = useText()
  const lacksOf = useLacksOf()
  const lacks = given ?? lacksOf(deviceIds)
  const [reason, setReason] = useState('')
  const { reasons, needsReason } = useOpeningRule()
  const isNeeded = needsReason({ deviceIds })
  const isUnsaid = isNeeded && reason.trim() === ''
  const command = async (kind: DoorCommand) => {
    await send(kind, reason.trim() || undefined)
    setReason('')
  }
  const hasNone = reach === 'none'
  const words = hasNone ? 'noReader' : reach === 'offline' ? 'offline' : isUnsaid ? 'reasonFirst' : 'hint'
  const field = !hasNone && <ReasonField reason={reason} onChange={setReason} isNeeded={isNeeded} reasons={reasons} />
  return (
    <section className="door-action" aria-label={t('shared:doorDeed.title')}>
      {isNeeded && field}
      {!lacks['open-once'] && (
        <HoldButton
          look="main"
          action={t('shared:doorDeed.openName', { door })}
          label={seconds === undefined ? t('shared:doorDeed.open') : t('shared:doorDeed.openFor', { seconds })}
          done={t('shared:doorDeed.opened')}
          icon={<UnlockOutlined aria-hidden />}
          isDisabled={reach !== 'online' || isUnsaid}
          run={() => command('open-once')}
        />
      )}
      <div className="door-holds">
        <DoorHolds door={door} isHeld={isHeld} isDisabled={hasNone} isUnsaid={isUnsaid} lacks={lacks} run={command} />
      </div>
      {!isNeeded && field}
      <DoorLacks lacks={lacks} />
      <p>{t(`shared:doorDeed.${words}`)}</p>
    </section>
  )
}
