import { lookUpRegistration } from '@gatehouse/contract/features/registrations.ts'
import { useEffect } from 'react'
import { call } from '../../api/call.ts'
import { fillText, usePhoneTexts } from '../../i18n/phone-texts.ts'
import { companyTime } from '../../lib/format-date.ts'
import { PhoneLoading } from '../../parts/phone/phone-loading.tsx'
import { PhoneNotice } from '../../parts/phone/phone-notice.tsx'
import { useLoaded } from '../../parts/phone/use-loaded.ts'

/** `/m/registered/<lookup>`: the result of a registration, for the holder of the link. */
export function Page({ token }: { token: string }) {
  const t = usePhoneTexts('register').outcome
  const { loaded, refresh } = useLoaded(() => call(lookUpRegistration, { params: { lookup: token } }))
  const title = loaded.state === 'shown' ? t[loaded.data.state] : 'Gatehouse'
  useEffect(() => {
    document.title = title
  }, [title])
  if (loaded.state !== 'shown') return <PhoneLoading loaded={loaded} onRetry={() => void refresh()} />
  const { name, state, reason, wasAsked, createdAt } = loaded.data
  switch (state) {
    case 'approved':
      return <PhoneNotice kind="good" title={title} text={fillText(t.approvedText, { name })} />
    case 'rejected':
      return (
        <PhoneNotice kind="bad" title={title} text={fillText(t.rejectedText, { reason: reason ?? '' })}>
          <p>{wasAsked ? t.againAsked : t.again}</p>
        </PhoneNotice>
      )
    case 'pending': {
      const at = companyTime(createdAt, 'minute')
      return <PhoneNotice kind="waiting" title={title} text={fillText(t.pendingText, { at })} />
    }
  }
}
