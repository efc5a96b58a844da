import { listConsents } from '@gatehouse/contract/features/people/notice.ts'
import { useQuery } from '@tanstack/react-query'
import { queryOf } from '../../api/query.ts'
import { useText } from '../../i18n/i18n.ts'
import { companyTime } from '../../lib/format-date.ts'
import { htmlLanguage } from '../../lib/language.ts'
import { PersonFold } from './person-page.tsx'
import type { Shown } from './person-queries.ts'

/** The consents of a person to the use of their face, each with its words; nothing where nobody was asked. */
export function PersonConsents({ person: { id, stamp } }: { person: Shown }) {
  const t = useText()
  const { queryKey, queryFn } = queryOf(listConsents, { params: { id } })
  const { data } = useQuery({ queryKey: [...queryKey, stamp], queryFn })
  const [latest] = data ?? []
  if (!data || !latest) return null
  return (
    <PersonFold title={t('personPage:consent.title')} hint={companyTime(latest.givenAt, 'day')}>
      <ul className="person-consents">
        {data.map(({ givenAt, language, notedBy, content }) => (
          <li key={givenAt}>
            <p>
              {companyTime(givenAt, 'minute')} ·{' '}
              {notedBy === null ? t('personPage:consent.own') : t('personPage:consent.notedBy', { name: notedBy })}
            </p>
            <p lang={htmlLanguage(language)} className="person-consent-words">
              {content}
            </p>
          </li>
        ))}
      </ul>
    </PersonFold>
  )
}
