import type { LiveDoor } from '@gatehouse/contract/features/live/board.ts'
import { useState } from 'react'
import { useText } from '../../../i18n/i18n.ts'
import { DoorMark } from '../../../parts/floor-plan/door-mark.tsx'
import { HeldDoor, LiveLacks, OpenDoor, useReasonedCommand } from '../door-deeds.tsx'
import { EventFace } from '../event-face.tsx'
import { lastTimeOf, meaningOfDoor, nameOfLast, stateOf } from '../event-words.ts'

/** A door: how it stands, who was there last where the role sees it, and its large button. */
export function GuardDoor({ door, isCutOff }: { door: LiveDoor; isCutOff: boolean }) {
  const t = useText()
  const { command, isNeeded, isUnsaid, field } = useReasonedCommand(door)
  const [isMoreOpen, setIsMoreOpen] = useState(false)
  const { last } = door
  return (
    <li className="guard-door" data-meaning={door.needs.length > 0 ? meaningOfDoor(door) : undefined}>
      <div className="guard-door-head">
        <DoorMark mark={door.mark} />
        <div className="guard-door-words">
          <h2>{door.name}</h2>
          <span className="live-state" data-meaning={meaningOfDoor(door)}>
            {stateOf(door, t)}
          </span>
        </div>
        {last && (
          <p className="guard-last">
            <span className="live-cut">
              {last.opened ? nameOfLast(last, t) : t('house:refusedShort', { name: nameOfLast(last, t) })}
            </span>
            <time dateTime={last.at}>{lastTimeOf(last.at)}</time>
            <EventFace face={last.face} />
          </p>
        )}
      </div>
      {isNeeded && field}
      <div className="guard-deeds">
        <OpenDoor door={door} command={command} isUnsaid={isUnsaid} isCutOff={isCutOff} />
        <button
          type="button"
          className="guard-more"
          aria-expanded={isMoreOpen}
          aria-label={t('house:guard.more', { door: door.name })}
          title={t('house:guard.more', { door: door.name })}
          onClick={() => setIsMoreOpen(!isMoreOpen)}
        >
          <svg viewBox="0 0 20 20" width="20" height="20" aria-hidden="true">
            <path d="M4.5 10h.01M10 10h.01M15.5 10h.01" />
          </svg>
        </button>
      </div>
      {isMoreOpen && (
        <div className="guard-holds">
          <HeldDoor door={door} command={command} isUnsaid={isUnsaid} isCutOff={isCutOff} />
          {!isNeeded && field}
          <LiveLacks door={door} />
        </div>
      )}
    </li>
  )
}
