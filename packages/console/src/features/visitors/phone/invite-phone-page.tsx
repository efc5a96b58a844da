import {
  completeVisit,
  type VisitForGuest,
  readOwnVisit,
  uploadVisitPortrait,
} from '@gatehouse/contract/features/visits.ts'
import { useEffect } from 'react'
import { call } from '../../../api/call.ts'
import { fillText, usePhoneTexts } from '../../../i18n/phone-texts.ts'
import { formatInstant } from '../../../lib/format-date.ts'
import { besideOf } from '../../../parts/face/use-photo-set.ts'
import { PhoneLoading } from '../../../parts/phone/phone-loading.tsx'
import { PhoneNotice } from '../../../parts/phone/phone-notice.tsx'
import { useLoaded } from '../../../parts/phone/use-loaded.ts'
import { QrCode } from '../../../ui/qr/qr-code.tsx'
import { VisitFacts } from './visit-facts.tsx'
import { OwnForm } from './visit-own-form.tsx'

/** How soon an answer is seen, and how soon a visit that was extended, taken back or ended. */
const refreshMs = { pending: 5_000, approved: 30_000, ended: 30_000 } as const

/** `/m/invite/<token>`: the visitor's own visit, from their part of it to the pass. */
export function Page({ token }: { token: string }) {
  const { invite } = usePhoneTexts('visits')
  const params = { token }
  const { loaded, refresh, show } = useLoaded(
    () => call(readOwnVisit, { params }),
    ({ state }) => (state === 'pending' || state === 'approved' || state === 'ended' ? refreshMs[state] : undefined),
  )
  useEffect(() => {
    document.title = invite.title
  }, [invite])
  if (loaded.state !== 'shown') return <PhoneLoading loaded={loaded} onRetry={() => void refresh()} />
  const visit = loaded.data
  if (visit.state !== 'invited') return <VisitOutcome visit={visit} />
  const { enterprise } = visit
  return (
    <OwnForm
      title={enterprise ? fillText(invite.titleAt, { enterprise }) : invite.title}
      lead={invite.lead}
      submitLabel={invite.send}
      initial={{ name: visit.name, company: visit.company ?? '', phone: '' }}
      upload={(file, beside) => call(uploadVisitPortrait, { params, query: besideOf(beside), body: { file } })}
      onSubmit={async (body) => show(await call(completeVisit, { params, body }))}
    >
      <VisitFacts visit={visit} for="visitor" />
    </OwnForm>
  )
}

function VisitOutcome({ visit }: { visit: VisitForGuest }) {
  const { pending, approved, refused, ended, withdrawn, fact } = usePhoneTexts('visits')
  const host = visit.hostName ?? fact.reception
  if (visit.state === 'pending') {
    return (
      <>
        <PhoneNotice
          kind="waiting"
          title={pending.title}
          text={visit.isHostAsked ? fillText(pending.text, { host }) : pending.atReception}
        />
        <VisitFacts visit={visit} for="visitor" />
      </>
    )
  }
  if (visit.state === 'refused') {
    return (
      <PhoneNotice kind="bad" title={refused.title} text={fillText(refused.text, { host })}>
        {visit.reason && <p>{fillText(refused.reason, { reason: visit.reason })}</p>}
      </PhoneNotice>
    )
  }
  if (visit.state === 'withdrawn')
    return <PhoneNotice kind="bad" title={withdrawn.title} text={fillText(withdrawn.text, { host })} />
  if (visit.state === 'ended') {
    const to = formatInstant(visit.validToAt, 'minute', visit.timeZone)
    return <PhoneNotice kind="waiting" title={ended.title} text={fillText(ended.text, { to, host })} />
  }
  return (
    <>
      <PhoneNotice kind="good" title={approved.title} text={visit.passCode ? approved.text : approved.noPass}>
        {visit.passCode && <QrCode text={visit.passCode} name={approved.code} size={280} />}
      </PhoneNotice>
      <VisitFacts visit={visit} for="visitor" />
    </>
  )
}
