import { type NoticeKind, readPrivacyNotice } from '@gatehouse/contract/features/people/notice.ts'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { queryOf } from '../../api/query.ts'
import { useText } from '../../i18n/i18n.ts'
import { currentLanguage } from '../../lib/language.ts'
import { FaceNotice } from './face-notice.tsx'

/**
 * The notice for a form that takes a face, and the consent that was given to it, as a part of the body that is sent. `lead` says who
 * has been asked. `isMissing`: somebody wanted to save without it.
 */
export function useFaceConsent(kind: NoticeKind, lead?: string, isMissing = false) {
  const t = useText()
  const language = currentLanguage()
  const { data: notice } = useQuery({ ...queryOf(readPrivacyNotice, { query: { kind, language } }), staleTime: 0 })
  const [agreedTo, setAgreedTo] = useState<string>()
  const textVersion = notice?.textVersion
  // Of another text than the one that was read nobody has said anything.
  const isAgreed = textVersion !== undefined && agreedTo === textVersion
  return {
    notice: notice && (
      <FaceNotice
        notice={notice}
        lead={lead ?? t('form:portrait.consentOf')}
        isAgreed={isAgreed}
        isMissing={isMissing}
        onAgree={(isOn) => setAgreedTo(isOn ? notice.textVersion : undefined)}
      />
    ),
    /** A consent is asked for, and nobody has noted it. */
    isLacking: notice !== undefined && notice.consent !== null && !isAgreed,
    consent: isAgreed ? { consent: { textVersion, language } } : {},
  }
}
