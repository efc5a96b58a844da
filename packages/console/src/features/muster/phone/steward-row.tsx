import type { MusterState } from '@gatehouse/contract/features/muster.ts'
import { memo, useState } from 'react'
import { fillText, usePhoneTexts } from '../../../i18n/phone-texts.ts'
import { formatInstant } from '../../../lib/format-date.ts'
import type { StewardPerson } from './steward-storage.ts'

export const timeOf = (at: string, timeZone: string) => formatInstant(at, 'minute', timeZone).slice(11)

/** The area they were in last, or the door by which they went out. */
const placeOf = ({ area, door }: StewardPerson, t: ReturnType<typeof usePhoneTexts<'steward'>>) =>
  area ?? (door === null ? t.outside : fillText(t.wentOut, { door }))

type Row = {
  person: StewardPerson
  timeZone: string
  onMark: (person: StewardPerson, state: MusterState) => void
}

/** One button: the person is safe. Just marked, the same place takes the mark back. */
export const MissingRow = memo(({ person, face, timeZone, onMark }: Row & { face: string | undefined }) => {
  const t = usePhoneTexts('steward')
  const [isOpen, setIsOpen] = useState(false)
  const name = person.name ?? t.unnamed
  const isMissing = person.state === 'missing'
  return (
    <li className="steward-row" data-state={person.state}>
      {face ? (
        <img className="steward-face" src={`data:image/jpeg;base64,${face}`} alt="" width="56" height="56" />
      ) : (
        <span className="steward-face" aria-hidden>
          {[...name][0]}
        </span>
      )}
      <button type="button" className="steward-words" aria-expanded={isOpen} onClick={() => setIsOpen(!isOpen)}>
        <b>{name}</b>
        <span>
          {placeOf(person, t)}, {timeOf(person.since, timeZone)}
        </span>
        {person.host !== null && <span>{fillText(t.visitorOf, { host: person.host })}</span>}
        {person.isLatecomer && <span>{t.latecomer}</span>}
        {person.doubts.length > 0 && <span className="steward-unsure">{t.unsure}</span>}
      </button>
      {isMissing ? (
        <button
          type="button"
          className="steward-safe"
          aria-label={fillText(t.markSafeOf, { name })}
          onClick={() => onMark(person, 'safe')}
        >
          {t.markSafe}
        </button>
      ) : (
        <Undo person={person} onMark={onMark} />
      )}
      {isOpen && (
        <div className="steward-more">
          {person.door !== null && <p>{person.door}</p>}
          {person.doubts.map((doubt) => (
            <p key={doubt}>{t.doubt[doubt]}</p>
          ))}
          {isMissing && (
            <button
              type="button"
              className="phone-button"
              aria-label={fillText(t.notOnSiteOf, { name })}
              onClick={() => onMark(person, 'not-on-site')}
            >
              {t.notOnSite}
            </button>
          )}
        </div>
      )}
    </li>
  )
})

export const MarkedRow = memo(({ person, timeZone, onMark }: Row) => {
  const t = usePhoneTexts('steward')
  return (
    <li className="steward-row" data-state={person.state}>
      <p className="steward-words">
        <b>{person.name ?? t.unnamed}</b>
        <span>
          {[t.state[person.state], person.markedAt && timeOf(person.markedAt, timeZone)].filter(Boolean).join(', ')}
        </span>
      </p>
      <Undo person={person} onMark={onMark} />
    </li>
  )
})

function Undo({ person, onMark }: Pick<Row, 'person' | 'onMark'>) {
  const t = usePhoneTexts('steward')
  return (
    <button
      type="button"
      className="steward-undo"
      aria-label={fillText(t.undoOf, { name: person.name ?? t.unnamed })}
      onClick={() => onMark(person, 'missing')}
    >
      {t.undo}
    </button>
  )
}
