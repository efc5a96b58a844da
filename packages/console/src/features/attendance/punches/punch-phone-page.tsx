import {
  askForPunch,
  getOwnAttendance,
  punchByPhone,
  type OwnAttendance,
} from '@gatehouse/contract/features/attendance/punches.ts'
import { useEffect, useState } from 'react'
import { call } from '../../../api/call.ts'
import { isCode } from '../../../api/call-error.ts'
import { fillText, usePhoneTexts } from '../../../i18n/phone-texts.ts'
import { clockOf, formatInstant } from '../../../lib/format-date.ts'
import { PhoneButton } from '../../../parts/phone/phone-button.tsx'
import { phoneFailure } from '../../../parts/phone/phone-failure.ts'
import { PhoneField } from '../../../parts/phone/phone-field.tsx'
import { PhoneLoading } from '../../../parts/phone/phone-loading.tsx'
import { useLoaded } from '../../../parts/phone/use-loaded.ts'
import { minuteOf } from '../attendance-time.ts'
import './punch-phone-page.css'

/** `/m/punch/<token>`: a person's own days, a punch with the phone's position, and a request for one that was missed. */
export function Page({ token }: { token: string }) {
  const t = usePhoneTexts('punching')
  const { loaded, refresh } = useLoaded(() => call(getOwnAttendance, { params: { token } }))
  const name = loaded.state === 'shown' ? loaded.data.name : ''
  useEffect(() => {
    if (name) document.title = fillText(t.title, { name })
  }, [t, name])
  if (loaded.state !== 'shown') return <PhoneLoading loaded={loaded} onRetry={() => void refresh()} />
  const own = loaded.data
  const { on, dayKind } = own
  const end = clockOf(own.workEndMinute)
  return (
    <>
      <h1>{fillText(t.title, { name })}</h1>
      <p className="phone-lead">
        {dayKind === 'rest-day' || dayKind === 'holiday'
          ? fillText(t[dayKind], { on })
          : fillText(t.today, {
              on,
              start: clockOf(own.workStartMinute),
              end: own.workEndMinute <= own.workStartMinute ? fillText(t.nextDay, { time: end }) : end,
            })}
        <br />
        {fillText(t.zone, { zone: own.timeZone })}
      </p>
      <PunchNow token={token} timeZone={own.timeZone} onDone={refresh} />
      <Today own={own} />
      <Days own={own} />
      <AskForPunch token={token} own={own} onDone={refresh} />
    </>
  )
}

const timeOf = (at: string, timeZone: string) => formatInstant(at, 'second', timeZone).slice(11)

/** The phone's own position, never one that was kept: the newest and the most exact it has. */
const findPosition = () =>
  new Promise<GeolocationPosition>((resolve, reject) =>
    navigator.geolocation.getCurrentPosition(resolve, reject, {
      enableHighAccuracy: true,
      maximumAge: 0,
      timeout: 30_000,
    }),
  )

type Said = { kind: 'good' | 'waiting' | 'bad'; text: string }

function PunchNow({ token, timeZone, onDone }: { token: string; timeZone: string; onDone: () => Promise<void> }) {
  const t = usePhoneTexts('punching')
  const errors = usePhoneTexts('errors')
  const [remark, setRemark] = useState('')
  const [isBusy, setIsBusy] = useState(false)
  const [needsRemark, setNeedsRemark] = useState(false)
  const [said, setSaid] = useState<Said | null>(null)
  const punch = async () => {
    setIsBusy(true)
    setSaid(null)
    const position = await findPosition().catch(() => undefined)
    if (!position) {
      setSaid({ kind: 'bad', text: t.noPosition })
      return setIsBusy(false)
    }
    const { latitude, longitude, accuracy } = position.coords
    try {
      const done = await call(punchByPhone, {
        params: { token },
        body: { latitude, longitude, accuracyMetres: accuracy, remark: remark.trim() || null },
      })
      const time = timeOf(done.at, timeZone)
      setSaid(
        done.isField
          ? { kind: 'waiting', text: fillText(t.outside, { time }) }
          : { kind: 'good', text: fillText(t.inside, { time, area: done.area ?? '' }) },
      )
      setRemark('')
      setNeedsRemark(false)
      await onDone()
    } catch (error) {
      setNeedsRemark(isCode<typeof punchByPhone>(error, 'attendance.remark-required'))
      setSaid({ kind: 'bad', text: phoneFailure(error, errors) })
    } finally {
      setIsBusy(false)
    }
  }
  return (
    <form
      className="punch-now"
      onSubmit={(event) => {
        event.preventDefault()
        void punch()
      }}
    >
      <PhoneField
        label={t.remark}
        hint={t.remarkHint}
        isOptional={!needsRemark}
        maxLength={255}
        value={remark}
        onChange={({ target }) => setRemark(target.value)}
      />
      <PhoneButton type="submit" look="first" isBusy={isBusy} disabled={isBusy}>
        {isBusy ? t.punching : t.punch}
      </PhoneButton>
      {said && (
        <p className="punch-said" data-kind={said.kind} role={said.kind === 'bad' ? 'alert' : 'status'}>
          {said.text}
        </p>
      )}
    </form>
  )
}

function Today({ own }: { own: OwnAttendance }) {
  const t = usePhoneTexts('punching')
  return (
    <section className="punch-section">
      <h2>{t.punches}</h2>
      {own.punches.length === 0 && <p>{t.noPunches}</p>}
      <ul>
        {own.punches.map((punch) => (
          <li key={punch.id}>
            <strong>{timeOf(punch.at, own.timeZone)}</strong>{' '}
            {[
              punch.place,
              punch.isField ? t.field : null,
              punch.accuracyMetres === null ? null : fillText(t.accuracy, { metres: Math.round(punch.accuracyMetres) }),
              t.outcome[punch.outcome],
            ]
              .filter(Boolean)
              .join(' · ')}
            {punch.remark && <em>{punch.remark}</em>}
          </li>
        ))}
      </ul>
    </section>
  )
}

function Days({ own }: { own: OwnAttendance }) {
  const t = usePhoneTexts('punching')
  if (own.days.length === 0) return null
  return (
    <section className="punch-section">
      <h2>{t.days}</h2>
      <ul>
        {own.days.map((day) => (
          <li key={day.on}>
            <strong>{day.on}</strong> {t.verdict[day.verdict]}
            {day.firstAt && (
              <em>
                {[...new Set([day.firstAt, day.lastAt ?? day.firstAt])]
                  .map((at) => timeOf(at, day.timeZone))
                  .join(' – ')}
              </em>
            )}
          </li>
        ))}
      </ul>
    </section>
  )
}

function AskForPunch({ token, own, onDone }: { token: string; own: OwnAttendance; onDone: () => Promise<void> }) {
  const t = usePhoneTexts('punching')
  const errors = usePhoneTexts('errors')
  const [on, setOn] = useState(own.on)
  const [time, setTime] = useState('')
  const [reason, setReason] = useState('')
  const [isBusy, setIsBusy] = useState(false)
  const [said, setSaid] = useState<Said | null>(null)
  const ask = async () => {
    const minute = minuteOf(time)
    if (minute === undefined) return
    setIsBusy(true)
    setSaid(null)
    try {
      await call(askForPunch, { params: { token }, body: { on, minute, reason } })
      setSaid({ kind: 'good', text: t.asked })
      setTime('')
      setReason('')
      await onDone()
    } catch (error) {
      setSaid({ kind: 'bad', text: phoneFailure(error, errors) })
    } finally {
      setIsBusy(false)
    }
  }
  return (
    <section className="punch-section">
      <h2>{t.ask}</h2>
      <form
        onSubmit={(event) => {
          event.preventDefault()
          void ask()
        }}
      >
        <PhoneField
          label={t.askDate}
          type="date"
          required
          max={own.on}
          value={on}
          onChange={({ target }) => setOn(target.value)}
        />
        <PhoneField
          label={t.askTime}
          type="time"
          required
          value={time}
          onChange={({ target }) => setTime(target.value)}
        />
        <PhoneField
          label={t.askReason}
          required
          maxLength={255}
          value={reason}
          onChange={({ target }) => setReason(target.value)}
        />
        <PhoneButton type="submit" isBusy={isBusy} disabled={isBusy}>
          {t.askDo}
        </PhoneButton>
        {said && (
          <p className="punch-said" data-kind={said.kind} role={said.kind === 'bad' ? 'alert' : 'status'}>
            {said.text}
          </p>
        )}
      </form>
      {own.requests.length > 0 && (
        <>
          <h2>{t.requests}</h2>
          <ul>
            {own.requests.map((request) => (
              <li key={request.id}>
                <strong>{formatInstant(request.at, 'second', request.timeZone)}</strong> {t.state[request.state]}
                {request.remark && <em>{request.remark}</em>}
                {request.decisionRemark && <em>{request.decisionRemark}</em>}
              </li>
            ))}
          </ul>
        </>
      )}
    </section>
  )
}
