import type { Session } from '@gatehouse/contract/features/accounts.ts'
import { type UseQueryResult } from '@tanstack/react-query'
import { Button } from 'antd'
import { useText } from '../../i18n/i18n.ts'
import { companyTime } from '../../lib/format-date.ts'
import { Dated } from '../../ui/page/dated.tsx'
import { DetailSkeleton } from '../../ui/detail/detail-skeleton.tsx'
import { ErrorPanel } from '../../ui/feedback/error-panel.tsx'
import { useToast } from '../../ui/feedback/toast.tsx'
import { browserOf } from './browser-of.ts'
import './accounts.css'

type Props = {
  query: UseQueryResult<Session[]>
  /** Ends the named session, or all but the own. */
  onEnd: (sessionId: string | undefined) => Promise<{ ended: number }>
}

/** The sessions of an account; each can be ended, and so can all others. */
export function SessionList({ query, onEnd }: Props) {
  const t = useText()
  const toast = useToast()
  const end = (sessionId?: string) =>
    void onEnd(sessionId).then(({ ended }) => toast.done(t('accounts:session.ended', { count: ended })), toast.failed)
  const { data, error, refetch } = query
  const others = data?.filter(({ isCurrent }) => !isCurrent) ?? []
  return (
    <>
      {error && !data ? (
        <ErrorPanel error={error} onRetry={() => void refetch()} />
      ) : !data ? (
        <DetailSkeleton lines={2} />
      ) : data.length === 0 ? (
        <p>{t('accounts:session.none')}</p>
      ) : (
        <ul className="account-sessions">
          {data.map(({ id, address, userAgent, createdAt, lastSeenAt, isCurrent }) => (
            <li key={id}>
              <span>
                <strong>
                  {[browserOf(userAgent) ?? t('accounts:session.unknown'), address].filter(Boolean).join(' · ')}
                </strong>
                <small>
                  <Dated>
                    {t('accounts:session.times', {
                      since: companyTime(createdAt, 'minute'),
                      seen: companyTime(lastSeenAt, 'minute'),
                    })}
                  </Dated>
                </small>
              </span>
              {isCurrent ? (
                <span>{t('accounts:session.current')}</span>
              ) : (
                <Button size="small" onClick={() => end(id)}>
                  {t('accounts:session.end')}
                </Button>
              )}
            </li>
          ))}
        </ul>
      )}
      {others.length > 1 && (
        <Button onClick={() => end()}>
          {t(others.length === data?.length ? 'accounts:session.endEvery' : 'accounts:session.endAll', {
            count: others.length,
          })}
        </Button>
      )}
    </>
  )
}
