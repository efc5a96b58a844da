import type { OperationDetail } from '@gatehouse/contract/features/operation-log.ts'
import { pathTo } from '@gatehouse/contract/paths.ts'
import { useQuery } from '@tanstack/react-query'
import { useParams } from 'react-router'
import { useText } from '../../i18n/i18n.ts'
import { companyTime } from '../../lib/format-date.ts'
import { CopyText } from '../../ui/page/copy-text.tsx'
import { DetailList } from '../../ui/detail/detail-list.tsx'
import { DetailPanel } from '../../ui/detail/detail-panel.tsx'
import { DetailSkeleton } from '../../ui/detail/detail-skeleton.tsx'
import { ErrorPanel } from '../../ui/feedback/error-panel.tsx'
import { usePanelRoute } from '../../ui/list/list-panel-route.ts'
import { OperationResult } from './operation-columns.tsx'
import { operationQuery } from './operation-queries.ts'
import { eventOf, fieldOf, moduleOf } from '../../parts/operation/operation-names.ts'
import { itemOf, operatorOf, remarkOf, valueOf } from './describe-operation.ts'
import { ScrollRegion } from '../../ui/page/scroll-region.tsx'
import './operation-log.css'

/** One entry of the log next to the list: all its facts, and each changed field. */
export function OperationPanel() {
  const t = useText()
  const { operationId = '' } = useParams()
  const { data, error, refetch } = useQuery(operationQuery(operationId))
  const { close } = usePanelRoute(pathTo('operationLog'))
  return (
    <DetailPanel title={data ? eventOf(data.event) : t('operations:detail.title')} onClose={close}>
      {error && !data ? (
        <ErrorPanel error={error} onRetry={() => void refetch()} />
      ) : data ? (
        <OperationBody operation={data} />
      ) : (
        <DetailSkeleton lines={10} />
      )}
    </DetailPanel>
  )
}

function OperationBody({ operation }: { operation: OperationDetail }) {
  const t = useText()
  return (
    <>
      <DetailList
        title={t('operations:detail.facts')}
        items={[
          { label: t('operations:column.at'), value: companyTime(operation.at) },
          { label: t('operations:column.operator'), value: operatorOf(operation, t) },
          { label: t('operations:column.module'), value: moduleOf(operation.module) },
          { label: t('operations:column.event'), value: eventOf(operation.event) },
          { label: t('operations:column.item'), value: itemOf(operation, t) },
          { label: t('operations:column.result'), value: <OperationResult operation={operation} t={t} /> },
          ...(operation.errorCode === null
            ? []
            : [{ label: t('operations:detail.why'), value: operation.reason ?? operation.errorCode }]),
          { label: t('operations:column.side'), value: t(`operations:side.${operation.side}`) },
          { label: t('operations:column.address'), value: operation.address },
          { label: t('operations:column.remark'), value: remarkOf(operation, t) },
        ]}
      />
      <section className="detail-section">
        <h2>{t('operations:detail.changes')}</h2>
        {operation.changes ? (
          <Changes changes={operation.changes} />
        ) : (
          <p>{t(operation.hides === null ? 'operations:detail.noChanges' : 'operations:detail.hidden')}</p>
        )}
      </section>
      <DetailList
        title={t('operations:detail.chain')}
        items={[
          { label: t('operations:column.number'), value: operation.number },
          {
            label: t('operations:detail.hash'),
            value: operation.hash && <CopyText text={operation.hash} what={t('operations:detail.hash')} />,
          },
          {
            label: t('operations:detail.request'),
            value: operation.requestId && <CopyText text={operation.requestId} what={t('operations:detail.request')} />,
          },
        ]}
      />
      <p className="operation-hint">{t('operations:detail.hashWhy')}</p>
    </>
  )
}

function Changes({ changes }: { changes: NonNullable<OperationDetail['changes']> }) {
  const t = useText()
  return (
    <ScrollRegion className="operation-changes" label={t('operations:detail.changes')}>
      <table>
        <thead>
          <tr>
            <th scope="col">{t('operations:detail.field')}</th>
            <th scope="col">{t('operations:detail.from')}</th>
            <th scope="col">{t('operations:detail.to')}</th>
          </tr>
        </thead>
        <tbody>
          {Object.entries(changes).map(([field, { from, to }]) => (
            <tr key={field}>
              <th scope="row">{fieldOf(field)}</th>
              <td>{valueOf(from, t)}</td>
              <td>{valueOf(to, t)}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </ScrollRegion>
  )
}
