import type { Operation } from '@gatehouse/contract/features/operation-log.ts'
import { pathTo } from '@gatehouse/contract/paths.ts'
import type { Text } from '../../i18n/i18n.ts'
import { companyTime } from '../../lib/format-date.ts'
import type { ListColumn } from '../../ui/list/list-column.ts'
import { ListLink } from '../../ui/list/list-link.tsx'
import { StatusMark } from '../../ui/feedback/status-mark.tsx'
import { Dated } from '../../ui/page/dated.tsx'
import { eventOf, moduleOf } from '../../parts/operation/operation-names.ts'
import { itemOf, operatorOf, remarkWithReasonOf } from './describe-operation.ts'

export const OperationResult = ({ operation, t }: { operation: Operation; t: Text }) => (
  <StatusMark meaning={operation.result === 'success' ? 'good' : 'bad'}>
    {t(`operations:result.${operation.result}`)}
  </StatusMark>
)

export const operationColumns: readonly ListColumn<Operation>[] = [
  {
    key: 'at',
    title: (t) => t('operations:column.at'),
    width: 192,
    // the whole time, to the second, in Chinese a step larger
    minWidth: 192,
    cell: (operation) => (
      <ListLink to={pathTo('operationLog', { below: operation.id })}>
        <span className="tabular">{companyTime(operation.at)}</span>
      </ListLink>
    ),
    csvTime: (operation) => operation.at,
    isFixed: true,
  },
  {
    key: 'operator',
    title: (t) => t('operations:column.operator'),
    width: 104,
    cell: (operation, t) => operatorOf(operation, t),
    csv: (operation, t) => operatorOf(operation, t),
    card: 'line',
  },
  {
    key: 'event',
    title: (t) => t('operations:column.event'),
    width: 132,
    cell: (operation) => eventOf(operation.event),
    csv: (operation) => eventOf(operation.event),
    card: 'line',
  },
  {
    key: 'item',
    title: (t) => t('operations:column.item'),
    width: 150,
    cell: (operation, t) => {
      const item = itemOf(operation, t)
      return item ? <Dated>{item}</Dated> : '–'
    },
    csv: itemOf,
    card: 'line',
  },
  {
    key: 'result',
    title: (t) => t('operations:column.result'),
    width: 100,
    cell: (operation, t) => <OperationResult operation={operation} t={t} />,
    csv: (operation, t) => t(`operations:result.${operation.result}`),
    card: 'beside',
  },
  {
    key: 'remark',
    title: (t) => t('operations:column.remark'),
    width: 150,
    cell: (operation, t) => remarkWithReasonOf(operation, t) ?? '–',
    csv: (operation, t) => remarkWithReasonOf(operation, t),
  },
  {
    key: 'module',
    title: (t) => t('operations:column.module'),
    width: 124,
    cell: (operation) => moduleOf(operation.module),
    csv: (operation) => moduleOf(operation.module),
    card: 'line',
  },
  {
    key: 'side',
    title: (t) => t('operations:column.side'),
    width: 104,
    cell: (operation, t) => t(`operations:side.${operation.side}`),
    csv: (operation, t) => t(`operations:side.${operation.side}`),
  },
  {
    key: 'address',
    title: (t) => t('operations:column.address'),
    width: 122,
    cell: (operation) => <span className="tabular">{operation.address ?? '–'}</span>,
    csv: (operation) => operation.address,
  },
  {
    key: 'number',
    title: (t) => t('operations:column.number'),
    width: 90,
    cell: (operation) => <span className="tabular">{operation.number ?? '–'}</span>,
    csv: (operation) => operation.number,
    isHidden: true,
  },
]
