import type { MusterState } from '@gatehouse/contract/features/muster.ts'
import { useDeferredValue, useMemo, useState } from 'react'
import { fillText, usePhoneTexts } from '../../../i18n/phone-texts.ts'
import { browserZone } from '../../../lib/format-date.ts'
import { PhoneButton } from '../../../parts/phone/phone-button.tsx'
import { phoneFailure } from '../../../parts/phone/phone-failure.ts'
import { useLingering } from '../use-lingering.ts'
import type { Steward, StewardView } from './create-steward.ts'
import { MarkedRow, MissingRow, timeOf } from './steward-row.tsx'
import type { StewardPerson } from './steward-storage.ts'

type Shown = Extract<StewardView, { state: 'shown' }>
/** A value of the choice for people whose area has no muster point. */
const noPoint = 'none'

/** The list itself: how many are missing, who, and below who was marked. */
export function StewardListView({ view, steward, canReload }: { view: Shown; steward: Steward; canReload: boolean }) {
  const t = usePhoneTexts('steward')
  const { list, faces } = view
  const lingering = useLingering()
  const [keyword, setKeyword] = useState('')
  const wanted = useDeferredValue(keyword.trim().toLocaleLowerCase())
  const [point, setPoint] = useState('')
  const [said, setSaid] = useState('')
  const people = useMemo(
    () => view.people.filter((person) => isAt(person, point) && matches(person, wanted)),
    [view.people, point, wanted],
  )
  const missing = people.filter(({ id, state }) => state === 'missing' || lingering.ids.has(id))
  const marked = people.filter(({ id, state }) => state !== 'missing' && !lingering.ids.has(id))
  const mark = (person: StewardPerson, state: MusterState) => {
    if (state === 'missing' && lingering.isDoubleTap(person.id)) return
    lingering.linger(person.id)
    steward.mark(person.id, state)
    const before = view.people.filter((one) => one.state === 'missing' && one.id !== person.id).length
    const count = before + (state === 'missing' ? 1 : 0)
    setSaid(fillText(t.said, { name: person.name ?? t.unnamed, state: t.state[state], count }))
  }
  return (
    <div className="steward" onPointerDown={lingering.postpone}>
      {list.isDrill && (
        <p className="steward-drill">
          <strong>{t.drill}</strong> {t.drillText}
        </p>
      )}
      <h1>{list.site}</h1>
      <p className="steward-facts">
        {fillText(t.started, { time: timeOf(list.startedAt, list.timeZone), steward: list.steward })}
      </p>
      {list.timeZone !== browserZone() && <p className="steward-facts">{fillText(t.clock, { zone: list.timeZone })}</p>}
      <Figures people={view.people} />
      <Notices view={view} steward={steward} canReload={canReload} />
      <div className="steward-tools">
        <input
          type="search"
          aria-label={t.search}
          placeholder={t.search}
          value={keyword}
          onChange={({ target }) => setKeyword(target.value)}
        />
        {list.pointId === null && list.points.length > 0 && (
          <select aria-label={t.point} value={point} onChange={({ target }) => setPoint(target.value)}>
            <option value="">{t.allPoints}</option>
            {list.points.map(({ id, name }) => (
              <option key={id} value={id}>
                {name}
              </option>
            ))}
            <option value={noPoint}>{t.noPoint}</option>
          </select>
        )}
      </div>
      <section aria-label={t.missing}>
        <header className="steward-head">
          <h2>
            {t.missing} <span>{missing.filter(({ state }) => state === 'missing').length}</span>
          </h2>
          <Line view={view} />
        </header>
        {missing.length === 0 ? (
          <p className="steward-none">{wanted || point ? t.noMatch : t.nobodyMissing}</p>
        ) : (
          <ul className="steward-people">
            {missing.map((person) => (
              <MissingRow
                key={person.id}
                person={person}
                face={faces.get(person.id)}
                timeZone={list.timeZone}
                onMark={mark}
              />
            ))}
          </ul>
        )}
      </section>
      {marked.length > 0 && (
        <details className="steward-marked" open={wanted !== '' || undefined}>
          <summary>
            {t.marked} <span>{marked.length}</span>
          </summary>
          <ul className="steward-people">
            {marked.map((person) => (
              <MarkedRow key={person.id} person={person} timeZone={list.timeZone} onMark={mark} />
            ))}
          </ul>
        </details>
      )}
      <p className="for-readers" role="status">
        {said}
      </p>
    </div>
  )
}

const isAt = ({ pointId }: StewardPerson, point: string) =>
  point === '' || (point === noPoint ? pointId === null : pointId === point)

const matches = ({ name, area, door, host }: StewardPerson, keyword: string) =>
  keyword === '' || [name, area, door, host].some((text) => text?.toLocaleLowerCase().includes(keyword))

function Figures({ people }: { people: readonly StewardPerson[] }) {
  const t = usePhoneTexts('steward')
  const count = (state: MusterState) => people.filter((person) => person.state === state).length
  const safe = count('safe')
  return (
    <>
      <dl className="steward-figures">
        <div>
          <dt>{t.missing}</dt>
          <dd>{count('missing')}</dd>
        </div>
        <div>
          <dt>{t.safe}</dt>
          <dd>{safe}</dd>
        </div>
        <div>
          <dt>{t.all}</dt>
          <dd>{people.length}</dd>
        </div>
      </dl>
      <div className="steward-progress" role="img" aria-label={fillText(t.progress, { safe, all: people.length })}>
        <i style={{ transform: `scaleX(${people.length > 0 ? safe / people.length : 0})` }} />
      </div>
    </>
  )
}

/** Whether the phone is connected, and how many marks wait on it. */
function Line({ view: { isConnected, waiting } }: { view: Shown }) {
  const t = usePhoneTexts('steward')
  const words = isConnected
    ? waiting > 0
      ? fillText(t.sending, { count: waiting })
      : t.connected
    : waiting > 0
      ? fillText(t.offline, { count: waiting })
      : t.offlineNone
  return (
    <span className="steward-line" data-connected={isConnected} role="status">
      <i aria-hidden />
      {words}
    </span>
  )
}

function Notices({ view, steward, canReload }: { view: Shown; steward: Steward; canReload: boolean }) {
  const t = usePhoneTexts('steward')
  const errors = usePhoneTexts('errors')
  const { list, isConnected, refusal, isKept, conflicts } = view
  return (
    <div className="steward-notices">
      {!isConnected && <p>{fillText(t.asOf, { time: timeOf(list.serverTime, list.timeZone) })}</p>}
      {!isKept && <p>{t.notKept}</p>}
      {!canReload && <p>{t.cannotReload}</p>}
      {refusal !== undefined && <p role="alert">{fillText(t.refused, { reason: phoneFailure(refusal, errors) })}</p>}
      {conflicts.length > 0 && (
        <section className="steward-conflicts" role="alert">
          <h2>{t.conflict.title}</h2>
          <ul>
            {conflicts.map(({ id, name, state, at, counts }) => (
              <li key={id}>
                {fillText(counts === null ? t.conflict.gone : t.conflict.other, {
                  name: name ?? t.unnamed,
                  state: t.state[state],
                  time: timeOf(at, list.timeZone),
                  counts: counts === null ? '' : t.state[counts],
                })}
              </li>
            ))}
          </ul>
          <PhoneButton onClick={steward.forgetConflicts}>{t.conflict.close}</PhoneButton>
        </section>
      )}
    </div>
  )
}
