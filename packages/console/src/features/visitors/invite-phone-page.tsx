import { completeVisit, type OwnVisit, readOwnVisit, uploadVisitPortrait } from '@gatehouse/contract/features/visits.ts'
import { useEffect } from 'react'
import { call } from '../../api/call.ts'
import { fillText, usePhoneTexts } from '../../i18n/phone-texts.ts'
import { instantMs, nowMs } from '../../lib/clock.ts'
import { PhoneLoading } from '../../ui/phone/phone-loading.tsx'
import { PhoneNotice } from '../../ui/phone/phone-notice.tsx'
import { PhoneUnknown } from '../../ui/phone/phone-unknown.tsx'
import { useLoaded } from '../../ui/phone/use-loaded.ts'
import { QrCode } from '../../ui/qr-code.tsx'
import { VisitFacts } from './visit-facts.tsx'
import { OwnForm } from './visit-own-form.tsx'

const refreshMs = 5_000

/** `/m/invite/<token>`: the visitor's own visit, from their part of it to the pass. */
export function Page({ token }: { token: string }) {
  const { invite } = usePhoneTexts('visits')
  const params = { token }
  const { loaded, refresh, show } = useLoaded(
    () => call(readOwnVisit, { params }),
    ({ state }) => (state === 'pending' ? refreshMs : undefined),
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
      upload={(file) => call(uploadVisitPortrait, { params, body: { file } })}
      onSubmit={async (body) => show(await call(completeVisit, { params, body }))}
    >
      <VisitFacts visit={visit} for="visitor" />
    </OwnForm>
  )
}

function VisitOutcome({ visit }: { visit: OwnVisit }) {
  const { pending, approved, refused, fact } = usePhoneTexts('visits')
  const host = visit.hostName ?? fact.reception
  if (visit.state === 'pending') {
    return (
      <>
        <PhoneNotice kind="waiting" title={pending.title} text={fillText(pending.text, { host })} />
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
  if (visit.state !== 'approved') return <PhoneUnknown />
  if (instantMs(visit.validToAt) <= nowMs()) return <PhoneNotice kind="waiting" title={approved.over} />
  return (
    <>
      <PhoneNotice kind="good" title={approved.title} text={visit.passCode ? approved.text : approved.noPass}>
        {visit.passCode && <QrCode text={visit.passCode} name={approved.code} size={280} />}
      </PhoneNotice>
      <VisitFacts visit={visit} for="visitor" />
    </>
  )
}
