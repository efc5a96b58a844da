import { type NoticeKind, readPrivacyNotice } from '@gatehouse/contract/features/people/notice.ts'
import { useState } from 'react'
import { call } from '../../api/call.ts'
import { currentLanguage } from '../../lib/language.ts'
import { FaceNotice } from '../privacy/face-notice.tsx'
import { useLoaded } from './use-loaded.ts'

/** The notice of a page for phones that takes a face; `isMissing` until the consent that it asks for is given. */
export function usePhoneConsent(kind: NoticeKind) {
  const language = currentLanguage()
  const { loaded } = useLoaded(() => call(readPrivacyNotice, { query: { kind, language } }))
  const [isAgreed, setIsAgreed] = useState(false)
  const notice = loaded.state === 'shown' ? loaded.data : undefined
  const isAsked = notice !== undefined && notice.consent !== null
  return {
    isMissing: isAsked && !isAgreed,
    consent: isAsked && isAgreed ? { consent: { textVersion: notice.textVersion, language } } : {},
    notice: (isTried: boolean) =>
      notice && <FaceNotice notice={notice} isAgreed={isAgreed} onAgree={setIsAgreed} isMissing={isTried} />,
  }
}
