import { type FacePair, listFacePairs, pairStates } from '@gatehouse/contract/features/people/face-pairs.ts'
import { useInfiniteQuery, type QueryClient } from '@tanstack/react-query'
import { Button } from 'antd'
import { Link, type LoaderFunction } from 'react-router'
import { pagesOf } from '../../api/query.ts'
import { useText } from '../../i18n/i18n.ts'
import { companyTime } from '../../lib/format-date.ts'
import { useCan } from '../../lib/use-can.ts'
import { personPath } from '../../parts/face/face-alike.tsx'
import { FacePicture } from '../../parts/face/face-thumbnail.tsx'
import { DetailSkeleton } from '../../ui/detail/detail-skeleton.tsx'
import { EmptyState } from '../../ui/feedback/empty-state.tsx'
import { ErrorPanel } from '../../ui/feedback/error-panel.tsx'
import { useUrlState } from '../../ui/list/list-url-state.ts'
import { PageHeader } from '../../ui/page/page-header.tsx'
import { useDecidePair } from './use-decide-pair.tsx'
import { scoreText } from '../../lib/format-number.ts'
import { Segments } from '../../ui/page/segments.tsx'
import './alike-faces.css'

type State = (typeof pairStates)[number]

const pairsOf = (state: State) => pagesOf(listFacePairs, { query: { state } })

export const loader =
  (client: QueryClient): LoaderFunction =>
  () => {
    void client.prefetchInfiniteQuery(pairsOf('open'))
    return null
  }

/** Pairs of people who look alike, the two faces side by side, and what somebody says about them. */
export function Component() {
  const t = useText()
  const [{ state }, change] = useUrlState(listFacePairs.query)
  const pairs = useInfiniteQuery(pairsOf(state))
  const items = pairs.data?.pages.flatMap((page) => page.items) ?? []
  const waiting = pairs.data?.pages[0]?.waiting ?? 0
  return (
    <>
      <PageHeader title={t('alikeFaces:title')} purpose={t('alikeFaces:purpose')} />
      <div className="alike-states">
        <Segments
          label={t('alikeFaces:show')}
          value={state}
          options={pairStates.map((one) => ({ value: one, label: t(`alikeFaces:state.${one}`) }))}
          onChange={(one) => change({ state: one })}
        />
        {waiting > 0 && <span>{t('alikeFaces:waiting', { count: waiting })}</span>}
      </div>
      {pairs.isPending ? (
        <DetailSkeleton lines={8} />
      ) : pairs.isError ? (
        <ErrorPanel error={pairs.error} onRetry={() => void pairs.refetch()} />
      ) : items.length === 0 ? (
        <EmptyState title={t(`alikeFaces:none.${state}`)} text={t(`alikeFaces:noneText.${state}`)} />
      ) : (
        <ul className="alike-pairs">
          {items.map((pair) => (
            <Pair key={`${pair.first.id} ${pair.second.id}`} pair={pair} />
          ))}
        </ul>
      )}
      {pairs.hasNextPage && (
        <Button loading={pairs.isFetchingNextPage} onClick={() => void pairs.fetchNextPage()}>
          {t('alikeFaces:earlier')}
        </Button>
      )}
    </>
  )
}

const writers = { staff: 'staff.write', visitor: 'visitor.write', blacklisted: 'blacklist.write' } as const

function Pair({ pair }: { pair: FacePair }) {
  const t = useText()
  const can = useCan()
  const decide = useDecidePair()
  const { first, second, score, verdict } = pair
  const mayDecide = can(writers[first.kind]) && can(writers[second.kind])
  return (
    <li className="alike-pair">
      <div className="alike-faces">
        {[first, second].map((entry) => (
          <figure key={entry.id}>
            <FacePicture
              kind="portrait"
              imageId={entry.portraitId}
              alt={t('list:photo.of', { name: entry.name })}
              none={t('list:photo.none')}
            />
            <figcaption>
              <Link to={personPath(entry.kind, entry.id)}>{entry.name}</Link>
              <span data-danger={entry.kind === 'blacklisted' || undefined}>{t(`list:personKind.${entry.kind}`)}</span>
            </figcaption>
          </figure>
        ))}
      </div>
      <div className="alike-words">
        <strong>{t('alikeFaces:alike', { score: scoreText(score) })}</strong>
        <p>{verdict === null ? t(`alikeFaces:doors.${doorsOf(pair)}`) : <Verdict pair={pair} />}</p>
        {mayDecide && (
          <div className="alike-actions">
            {verdict === null ? (
              <>
                <Button onClick={() => void decide.join(pair)}>{t('alikeFaces:same.action')}</Button>
                <Button onClick={() => decide.part(pair)}>{t('alikeFaces:two.action')}</Button>
              </>
            ) : (
              <Button onClick={() => void decide.takeBack(pair)}>{t('alikeFaces:takeBack')}</Button>
            )}
          </div>
        )}
      </div>
    </li>
  )
}

/** The decision of doors about a pair of whom nobody has said anything. */
const doorsOf = ({ first, second, isOneFace }: FacePair) =>
  !isOneFace ? 'apart' : [first, second].some(({ kind }) => kind === 'blacklisted') ? 'banned' : 'together'

function Verdict({ pair: { first, second, verdict, mainId, decidedBy, decidedAt } }: { pair: FacePair }) {
  const t = useText()
  const words = { by: decidedBy ?? '', at: companyTime(decidedAt, 'minute') }
  const main = first.id === mainId ? first : second
  return verdict === 'one'
    ? t('alikeFaces:verdict.one', { ...words, name: main.name })
    : t('alikeFaces:verdict.two', words)
}
