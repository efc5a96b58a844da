import {
  answerVisit,
  type HostedVisit,
  hostedPortraitPath,
  readHostedVisit,
} from '@gatehouse/contract/features/visits.ts'
import { useEffect, useState } from 'react'
import { apiPlace } from '../../../api/api-address.ts'
import { isCode } from '../../../api/call-error.ts'
import { call } from '../../../api/call.ts'
import { fillText, usePhoneTexts } from '../../../i18n/phone-texts.ts'
import { PhoneButton } from '../../../parts/phone/phone-button.tsx'
import { phoneFailure } from '../../../parts/phone/phone-failure.ts'
import { PhoneField } from '../../../parts/phone/phone-field.tsx'
import { PhoneLoading } from '../../../parts/phone/phone-loading.tsx'
import { PhoneNotice } from '../../../parts/phone/phone-notice.tsx'
import { useLoaded } from '../../../parts/phone/use-loaded.ts'
import { VisitFacts } from './visit-facts.tsx'

/** `/m/host/<token>`: the host answers by one click. Opening the page decides nothing. */
export function Page({ token }: { token: string }) {
  const { host } = usePhoneTexts('visits')
  const { loaded, refresh, show } = useLoaded(() => call(readHostedVisit, { params: { token } }))
  const name = loaded.state === 'shown' ? loaded.data.name : ''
  useEffect(() => {
    if (name) document.title = fillText(host.title, { name })
  }, [host, name])
  if (loaded.state !== 'shown') return <PhoneLoading loaded={loaded} onRetry={() => void refresh()} />
  const visit = loaded.data
  switch (visit.state) {
    case 'pending':
      return <Question token={token} visit={visit} onAnswered={show} />
    case 'approved':
      return <PhoneNotice kind="good" title={fillText(host.approved.title, { name })} text={host.approved.text} />
    case 'refused':
      return <PhoneNotice kind="bad" title={fillText(host.refused.title, { name })} text={host.refused.text} />
    case 'invited':
      return <PhoneNotice kind="waiting" title={host.waiting.title} text={host.waiting.text} />
    case 'withdrawn':
      return <PhoneNotice kind="waiting" title={host.withdrawn.title} text={host.withdrawn.text} />
    case 'ended':
      return <PhoneNotice kind="waiting" title={host.ended.title} text={host.ended.text} />
  }
}

function Question(props: { token: string; visit: HostedVisit; onAnswered: (visit: HostedVisit) => void }) {
  const { token, visit } = props
  const { host } = usePhoneTexts('visits')
  const errors = usePhoneTexts('errors')
  const [reason, setReason] = useState('')
  const [isBusy, setIsBusy] = useState(false)
  const [failure, setFailure] = useState<unknown>(null)
  const isForReception = isCode<typeof answerVisit>(failure, 'visit.ask-reception')
  const answer = async (isApproved: boolean) => {
    if (isBusy) return
    setIsBusy(true)
    setFailure(null)
    try {
      props.onAnswered(await call(answerVisit, { params: { token }, body: { isApproved, reason } }))
    } catch (error) {
      setFailure(error)
    } finally {
      setIsBusy(false)
    }
  }
  return (
    <>
      <h1>{fillText(host.title, { name: visit.name })}</h1>
      <p className="phone-lead">{host.lead}</p>
      {/* Letting them in accepts every one of the photographs: the doors open to each face that is on them. */}
      {Array.from({ length: visit.portraits }, (_, place) => (
        <img
          key={place}
          className="phone-portrait-picture phone-face"
          src={`${apiPlace().baseUrl}${hostedPortraitPath(token, place)}`}
          alt={visit.portraits === 1 ? host.picture : `${host.picture} ${place + 1}`}
        />
      ))}
      {visit.portraits > 1 && <p className="phone-lead">{host.samePerson}</p>}
      <VisitFacts visit={visit} for="host" />
      {failure !== null && (
        <p className="phone-failure" role="alert">
          {phoneFailure(failure, errors)}
        </p>
      )}
      <div className="phone-buttons">
        {!isForReception && (
          <PhoneButton look="first" isBusy={isBusy} onClick={() => void answer(true)}>
            {host.approve}
          </PhoneButton>
        )}
        <PhoneField
          label={host.reason}
          isOptional
          value={reason}
          maxLength={255}
          onChange={(event) => setReason(event.target.value)}
        />
        <PhoneButton look="danger" isBusy={isBusy} onClick={() => void answer(false)}>
          {host.refuse}
        </PhoneButton>
      </div>
    </>
  )
}
