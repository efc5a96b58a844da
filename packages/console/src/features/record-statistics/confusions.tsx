import { listConfusions } from '@gatehouse/contract/features/records.ts'
import { pathTo } from '@gatehouse/contract/paths.ts'
import type { Reply } from '@gatehouse/contract/route.ts'
import { useQuery } from '@tanstack/react-query'
import { Link } from 'react-router'
import { queryOf } from '../../api/query.ts'
import { useText } from '../../i18n/i18n.ts'
import { companyTime } from '../../lib/format-date.ts'
import { scoreText } from '../../lib/format-number.ts'

/** Pairs of people whom the system confused, from the misrecognition marks, and the threshold that would distinguish them. */
export function Confusions() {
  const t = useText()
  const { data } = useQuery({ ...queryOf(listConfusions), staleTime: 10_000 })
  if (!data) return null
  return (
    <section className="statistics-confusions">
      <h2>{t('statistics:confusions.title')}</h2>
      <p className="statistics-note">
        {t(data.length === 0 ? 'statistics:confusions.none' : 'statistics:confusions.hint')}
      </p>
      {data.length > 0 && <ConfusedPairs pairs={data} />}
    </section>
  )
}

function ConfusedPairs({ pairs }: { pairs: Reply<typeof listConfusions> }) {
  const t = useText()
  return (
    <div>
      <table>
        <thead>
          <tr>
            <th scope="col">{t('statistics:confusions.taken')}</th>
            <th scope="col">{t('statistics:confusions.actual')}</th>
            <th scope="col" className="is-number">
              {t('statistics:confusions.count')}
            </th>
            <th scope="col">{t('statistics:confusions.threshold')}</th>
            <th scope="col">{t('statistics:confusions.last')}</th>
          </tr>
        </thead>
        <tbody>
          {pairs.map(({ taken, actual, count, threshold, lastAt }) => (
            <tr key={`${taken.id ?? taken.name} ${actual?.id ?? ''}`}>
              <th scope="row">
                <Link to={pathTo('signRecord', { query: { misrecognition: 'any', keyword: taken.name } })}>
                  {taken.name}
                </Link>
              </th>
              <td>{actual?.name ?? t('statistics:confusions.unknown')}</td>
              <td className="is-number">{count}</td>
              <td>{threshold === null ? '–' : scoreText(threshold)}</td>
              <td className="tabular">{companyTime(lastAt, 'minute')}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  )
}
