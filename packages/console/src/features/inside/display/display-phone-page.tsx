import type { DisplayedInside } from '@gatehouse/contract/features/inside/displays.ts'
import { useEffect } from 'react'
import { fillText, usePhoneTexts } from '../../../i18n/phone-texts.ts'
import { browserZone, formatInstant } from '../../../lib/format-date.ts'
import { formatNumber } from '../../../lib/format-number.ts'
import { useStayAwake } from '../../../lib/use-stay-awake.ts'
import { useFollowedFigures } from './use-followed-figures.ts'
import './display.css'

/** `/m/display#<token>`: the screen of a lobby, with how many people are inside. It names nobody unless an administrator wants it. */
export function Page({ token }: { token: string }) {
  const t = usePhoneTexts('insideDisplay')
  const { figures, isLate, isOver } = useFollowedFigures(token)
  useStayAwake()
  const title = figures?.name ?? t.inside
  useEffect(() => {
    document.title = title
  }, [title])
  if (isOver) {
    return (
      <main className="lobby">
        <h1>{t.overTitle}</h1>
        <p>{t.overText}</p>
      </main>
    )
  }
  if (!figures) {
    return (
      <main className="lobby" role="status">
        <p>{t.waiting}</p>
      </main>
    )
  }
  return <Board figures={figures} isLate={isLate} />
}

/** The zone is named where the clock of the screen is another one. */
const zonedTime = (at: string, timeZone: string) =>
  formatInstant(at, 'minute', timeZone) + (timeZone === browserZone() ? '' : ` (${timeZone})`)

type Areas = DisplayedInside['sites'][number]['areas']

/** Each area right below the site, with those further in. */
const largeOf = (areas: Areas) =>
  areas.flatMap((area, at) => {
    if (area.depth > 0) return []
    const next = areas.findIndex(({ depth }, index) => index > at && depth === 0)
    const inside = areas.slice(at + 1, next === -1 ? undefined : next)
    return [{ ...area, areas: inside.map((one) => ({ ...one, depth: one.depth - 1 })) }]
  })

function Board({ figures, isLate }: { figures: DisplayedInside; isLate: boolean }) {
  const t = usePhoneTexts('insideDisplay')
  const { enterprise, sites, people, names, at, timeZone } = figures
  const [only] = sites
  const isOne = sites.length === 1 && only !== undefined
  // Of one site its areas are shown large; of several the sites, each with its areas.
  const rows = isOne ? largeOf(only.areas) : sites
  return (
    <main className="lobby">
      <header>
        <h1>{isOne ? only.name : enterprise}</h1>
        <p>{isLate ? fillText(t.late, { at: zonedTime(at, timeZone) }) : t.inside}</p>
      </header>
      <p className="lobby-total">
        <strong>{formatNumber(people)}</strong>
      </p>
      {rows.length > 0 && (
        <ul className="lobby-places">
          {rows.map((place) => (
            <li key={place.id}>
              <span>{place.name}</span>
              <strong>{formatNumber(place.people)}</strong>
              {place.areas.length > 0 && (
                <ul>
                  {place.areas.map((area) => (
                    <li key={area.id} style={{ paddingInlineStart: `${area.depth * 0.8}em` }}>
                      <span>{area.name}</span>
                      <strong>{formatNumber(area.people)}</strong>
                    </li>
                  ))}
                </ul>
              )}
            </li>
          ))}
        </ul>
      )}
      {names !== null && names.length > 0 && (
        <footer>
          <h2>{t.latest}</h2>
          <p>{names.join(' · ')}</p>
        </footer>
      )}
    </main>
  )
}
