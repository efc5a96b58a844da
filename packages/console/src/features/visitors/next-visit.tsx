import { useQuery } from '@tanstack/react-query'
import { Link } from 'react-router'
import { useText } from '../../i18n/i18n.ts'
import { companyTime } from '../../lib/format-date.ts'
import { Emphasised, strong } from '../../parts/emphasised.tsx'
import { visitorPath } from './visitor-columns.tsx'
import { visitorCounts } from './visitor-queries.ts'

/** The visit that begins next, at the foot of today; nothing where none is planned. */
export function NextVisit() {
  const t = useText()
  const next = useQuery(visitorCounts).data?.next
  if (!next) return null
  const name = strong(next.name)
  return (
    <p className="visitor-next">
      <span>{t('visitors:next.at', { at: companyTime(next.validFromAt, 'minute') })}</span>
      <Link to={visitorPath(next.id)}>
        <Emphasised>
          {next.host ? t('visitors:next.forHost', { name, host: next.host.name }) : t('visitors:next.alone', { name })}
        </Emphasised>
      </Link>
    </p>
  )
}
