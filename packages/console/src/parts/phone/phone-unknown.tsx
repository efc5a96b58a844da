import { useEffect } from 'react'
import { usePhoneTexts } from '../../i18n/phone-texts.ts'
import { PhoneNotice } from './phone-notice.tsx'

/** A link that leads nowhere, or no longer does. */
export function PhoneUnknown() {
  const { unknown } = usePhoneTexts('phone')
  useEffect(() => {
    document.title = unknown.title
  }, [unknown])
  return <PhoneNotice kind="bad" title={unknown.title} text={unknown.text} />
}
