import { useQuery } from '@tanstack/react-query'
import { NoMailNotice } from '../../parts/mail/no-mail-notice.tsx'
import { mailReadiness } from './visitor-queries.ts'

/** A notice if no e-mail about a visit will be sent. */
export function VisitMailNotice() {
  const { data } = useQuery(mailReadiness)
  return data && !data.canMail ? <NoMailNotice /> : null
}
