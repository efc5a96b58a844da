import type { Door, DoorReader } from '@gatehouse/contract/features/sites.ts'
import { pathTo } from '@gatehouse/contract/paths.ts'
import { Link } from 'react-router'
import type { Text } from '../../i18n/i18n.ts'
import { companyTime } from '../../lib/format-date.ts'
import { doorWay } from '../../parts/device/door-way.ts'
import { StatusMark } from '../../ui/feedback/status-mark.tsx'
import type { ListColumn } from '../../ui/list/list-column.ts'

/** A reader in words: its device, its port where a device serves several doors, and the direction that holds. */
const readerText = ({ deviceName, port, effectiveDirection }: DoorReader, t: Text) =>
  [
    deviceName,
    ...(port > 1 ? [t('sites:reader.portNumber', { port })] : []),
    t(`sites:reader.direction.${effectiveDirection}`),
  ].join(' · ')

function Reader({ reader, t }: { reader: DoorReader; t: Text }) {
  return (
    <span className="site-reader">
      <Link className="list-link" to={pathTo('deviceList', { below: reader.deviceId })} title={reader.deviceName}>
        {reader.deviceName}
      </Link>{' '}
      <span>
        {reader.port > 1 && `${t('sites:reader.portNumber', { port: reader.port })} · `}
        {t(`sites:reader.direction.${reader.effectiveDirection}`)}
      </span>{' '}
      <StatusMark meaning={reader.isOnline ? 'good' : 'none'}>
        {t(reader.isOnline ? 'sites:reader.online' : 'sites:reader.offline')}
      </StatusMark>
    </span>
  )
}

/** The columns of doors; the name leads to the page of the door. */
export const doorColumns: readonly ListColumn<Door>[] = [
  {
    key: 'name',
    title: (t) => t('sites:column.name'),
    width: 160,
    isFixed: true,
    sort: 'name',
    cell: ({ id, name }) => (
      <Link className="list-link" to={pathTo('doorDetail', { query: { id } })} title={name}>
        {name}
      </Link>
    ),
    csv: ({ name }) => name,
  },
  {
    key: 'way',
    title: (t) => t('sites:door.way'),
    width: 190,
    cell: (door, t) => doorWay(door, t),
    csv: (door, t) => doorWay(door, t),
    card: 'line',
  },
  {
    key: 'readers',
    title: (t) => t('sites:door.readers'),
    width: 228,
    cell: ({ readers }, t) =>
      readers.length === 0 ? (
        <span className="site-quiet">{t('sites:reader.none')}</span>
      ) : (
        readers.map((reader) => <Reader key={`${reader.deviceId} ${reader.port}`} reader={reader} t={t} />)
      ),
    // not in the line under a name: its links would stand too close to that of the door
    csv: ({ readers }, t) => readers.map((reader) => readerText(reader, t)).join('; '),
  },
  {
    key: 'kind',
    title: (t) => t('sites:door.kind'),
    width: 90,
    cell: ({ kind }, t) => t(`sites:kind.${kind}`),
    csv: ({ kind }, t) => t(`sites:kind.${kind}`),
    card: 'line',
  },
  {
    key: 'contact',
    title: (t) => t('sites:door.contact'),
    width: 112,
    cell: ({ hasContact }, t) => t(hasContact ? 'sites:contact.yes' : 'sites:contact.no'),
    csv: ({ hasContact }, t) => t(hasContact ? 'sites:contact.yes' : 'sites:contact.no'),
  },
  {
    key: 'createdAt',
    title: (t) => t('sites:column.createdAt'),
    width: 180,
    cell: ({ createdAt }) => <span className="tabular">{companyTime(createdAt)}</span>,
    csvTime: ({ createdAt }) => createdAt,
    sort: 'createdAt',
    isHidden: true,
  },
]
