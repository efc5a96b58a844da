import { lookUpRegistration } from '@gatehouse/contract/features/registrations.ts'
import type { Reply } from '@gatehouse/contract/route.ts'
import { useEffect, useState } from 'react'
import { CallError } from '../../api/call-error.ts'
import { call } from '../../api/call.ts'
import { fillText, usePhoneTexts } from '../../i18n/phone-texts.ts'
import { formatInstant } from '../../lib/format-date.ts'
import { PhoneButton } from '../../ui/phone/phone-button.tsx'
import { phoneFailure } from '../../ui/phone/phone-failure.ts'
import { PhoneNotice } from '../../ui/phone/phone-notice.tsx'
import { PhoneUnknown } from '../../ui/phone/phone-unknown.tsx'

type Outcome =
  | { state: 'opening' }
  | { state: 'there'; registration: Reply<typeof lookUpRegistration> }
  | { state: 'failed'; error: unknown }

/** `/m/registered/<lookup>`: what became of a registration, for who has the link. */
export function Page({ token }: { token: string }) {
  const texts = usePhoneTexts('phone')
  const errors = usePhoneTexts('errors')
  const t = usePhoneTexts('register').outcome
  const [outcome, setOutcome] = useState<Outcome>({ state: 'opening' })
  const [attempt, setAttempt] = useState(0)
  useEffect(() => {
    const abort = new AbortController()
    call(lookUpRegistration, { params: { lookup: token } }, { signal: abort.signal }).then(
      (registration) => setOutcome({ state: 'there', registration }),
      (error: unknown) => !abort.signal.aborted && setOutcome({ state: 'failed', error }),
    )
    return () => abort.abort()
  }, [token, attempt])
  const again = <PhoneButton onClick={() => setAttempt(attempt + 1)}>{texts.retry}</PhoneButton>

  if (outcome.state === 'opening') return <p role="status">{texts.opening}</p>
  if (outcome.state === 'failed') {
    const { error } = outcome
    if (error instanceof CallError && (error.status === 404 || error.status === 400)) return <PhoneUnknown />
    return (
      <PhoneNotice kind="bad" title={texts.failed} text={phoneFailure(error, errors)}>
        {again}
      </PhoneNotice>
    )
  }
  const { name, state, reason, createdAt } = outcome.registration
  if (state === 'approved')
    return <PhoneNotice kind="good" title={t.approved} text={fillText(t.approvedText, { name })} />
  if (state === 'rejected')
    return (
      <PhoneNotice kind="bad" title={t.rejected} text={fillText(t.rejectedText, { reason: reason ?? '' })}>
        <p>{t.again}</p>
      </PhoneNotice>
    )
  const at = formatInstant(createdAt, 'minute')
  return <PhoneNotice kind="waiting" title={t.pending} text={fillText(t.pendingText, { at })} />
}
