import { UnlockOutlined } from '@ant-design/icons'
import { useState } from 'react'
import { useText } from '../../i18n/i18n.ts'
import { HoldButton } from '../hold-button.tsx'
import { DoorHolds } from './door-holds.tsx'
import './door-first.css'

export type DoorCommand = 'open-once' | 'hold-open' | 'hold-closed' | 'normal'

type Props = {
  /** Its name, with which the names of the buttons end. */
  door: string
  /** `offline`: no device of it can be reached now; it can still be held. */
  reach: 'online' | 'offline' | 'none'
  /** A command holds it open or closed. */
  isHeld: boolean
  /** The seconds for which it opens, where they are known. */
  seconds?: number | undefined
  /** A rejection is shown as a message. */
  send: (kind: DoorCommand, reason: string | undefined) => Promise<unknown>
}

/** Opens a door, or holds it: each button is held to confirm, and a reason may be given. */
export function DoorButtons({ door, reach, isHeld, seconds, send }: Props) {
  const t = useText()
  const [reason, setReason] = useState('')
  const command = async (kind: DoorCommand) => {
    await send(kind, reason.trim() || undefined)
    setReason('')
  }
  const hasNone = reach === 'none'
  const words = reach === 'none' ? 'noReader' : reach === 'offline' ? 'offline' : 'hint'
  return (
    <section className="door-action" aria-label={t('shared:doorDeed.title')}>
      <HoldButton
        look="main"
        action={t('shared:doorDeed.openName', { door })}
        label={seconds === undefined ? t('shared:doorDeed.open') : t('shared:doorDeed.openFor', { seconds })}
        done={t('shared:doorDeed.opened')}
        icon={<UnlockOutlined aria-hidden />}
        isDisabled={reach !== 'online'}
        run={() => command('open-once')}
      />
      <div className="door-holds">
        <DoorHolds door={door} isHeld={isHeld} isDisabled={hasNone} run={command} />
      </div>
      {!hasNone && (
        <input
          className="door-reason"
          aria-label={t('shared:doorDeed.reason')}
          placeholder={t('shared:doorDeed.reason')}
          maxLength={255}
          value={reason}
          onChange={({ target }) => setReason(target.value)}
        />
      )}
      <p>{t(`shared:doorDeed.${words}`)}</p>
    </section>
  )
}
