import { listSuspensions } from '@gatehouse/contract/features/suspensions.ts'
import { useQuery } from '@tanstack/react-query'
import { queryOf } from '../../api/query.ts'
import { useText } from '../../i18n/i18n.ts'
import { useCan } from '../../lib/use-can.ts'
import { Instant, Period } from '../../ui/detail/detail-instant.tsx'
import { DetailSkeleton } from '../../ui/detail/detail-skeleton.tsx'
import { ErrorPanel } from '../../ui/feedback/error-panel.tsx'
import './suspension.css'

/** When a person was suspended, why, and by whom; `topic` is the one whose hints tell of it. */
export function PersonSuspensions({ personId, topic }: { personId: string; topic: 'staff' | 'visitors' }) {
  const t = useText()
  const can = useCan()
  const { queryKey, queryFn } = queryOf(listSuspensions, { params: { id: personId } })
  const suspensions = useQuery({ queryKey: [topic, ...queryKey], queryFn, enabled: can('person.suspensions') })
  if (!can('person.suspensions')) return null
  return (
    <>
      {suspensions.isPending ? (
        <DetailSkeleton lines={1} />
      ) : suspensions.isError ? (
        <ErrorPanel error={suspensions.error} onRetry={() => void suspensions.refetch()} />
      ) : suspensions.data.length === 0 ? (
        <p className="suspension-none">{t('shared:suspension.historyNone')}</p>
      ) : (
        <ul className="suspension-history">
          {suspensions.data.map(({ id, fromAt, toAt, reason, createdBy, endedBy }) => (
            <li key={id}>
              <span className="tabular">
                {toAt === null ? (
                  <>
                    <Instant at={fromAt} detail="minute" /> – {t('shared:suspension.open')}
                  </>
                ) : (
                  <Period from={fromAt} to={toAt} />
                )}
              </span>
              {reason && <span>{reason}</span>}
              <span className="suspension-by">
                {t('shared:suspension.setBy', { by: createdBy })}
                {endedBy !== null && ` · ${t('shared:suspension.endedBy', { by: endedBy })}`}
              </span>
            </li>
          ))}
        </ul>
      )}
    </>
  )
}
