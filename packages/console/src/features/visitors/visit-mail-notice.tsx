import { useQuery } from '@tanstack/react-query'
import { NoMailNotice } from '../../parts/mail/no-mail-notice.tsx'
import { mailReadiness } from './visitor-queries.ts'

/** Where a visit would be told of by e-mail: says so when it will not be. */
export function VisitMailNotice() {
  const { data } = useQuery(mailReadiness)
  return data && !data.canMail ? <NoMailNotice /> : null
}
