import { usePhoneTexts } from '../../i18n/phone-texts.ts'
import { PhoneButton } from './phone-button.tsx'
import { phoneFailure } from './phone-failure.ts'
import { PhoneNotice } from './phone-notice.tsx'
import { PhoneUnknown } from './phone-unknown.tsx'

type Awaited = { state: 'loading' } | { state: 'gone' } | { state: 'failed'; error: unknown }

/** The page before its content is loaded, or instead of it. */
export function PhoneLoading({ loaded, onRetry }: { loaded: Awaited; onRetry: () => void }) {
  const t = usePhoneTexts('phone')
  const errors = usePhoneTexts('errors')
  if (loaded.state === 'gone') return <PhoneUnknown />
  if (loaded.state === 'loading') return <output className="phone-opening">{t.opening}</output>
  return (
    <PhoneNotice kind="bad" title={t.failed} text={phoneFailure(loaded.error, errors)}>
      <PhoneButton onClick={onRetry}>{t.retry}</PhoneButton>
    </PhoneNotice>
  )
}
