import type { PoorPortrait } from '@gatehouse/contract/features/portraits/portrait-quality.ts'
import { Link } from 'react-router'
import type { Text } from '../../i18n/i18n.ts'
import { companyTime } from '../../lib/format-date.ts'
import { personPath } from '../../parts/face/face-alike.tsx'
import { FaceThumbnail } from '../../parts/face/face-thumbnail.tsx'
import { Instant } from '../../ui/detail/detail-instant.tsx'
import type { ListColumn } from '../../ui/list/list-column.ts'

const faultsOf = ({ faults }: PoorPortrait, t: Text) =>
  faults.map((fault) => t(`portraitQuality:fault.${fault}`)).join(t('list:comma'))

const askedOf = ({ asked }: PoorPortrait, t: Text): string | null =>
  asked &&
  (asked.answeredAt === null
    ? t('portraitQuality:asked.since', { at: companyTime(asked.at, 'day') })
    : t('portraitQuality:asked.waits'))

const portraitOf = ({ isMain }: PoorPortrait, t: Text) => t(`portraitQuality:${isMain ? 'main' : 'further'}`)

export const poorPortraitColumns: readonly ListColumn<PoorPortrait>[] = [
  {
    key: 'person',
    title: (t) => t('portraitQuality:column.person'),
    width: 220,
    isFixed: true,
    cell: ({ id, person }) => (
      <span className="list-cell-face">
        <FaceThumbnail kind="portrait" imageId={id} />
        <Link className="list-link" to={personPath(person.kind, person.id)} title={person.name}>
          {person.name}
        </Link>
      </span>
    ),
    csv: ({ person }) => person.name,
  },
  {
    key: 'fault',
    title: (t) => t('portraitQuality:column.fault'),
    width: 240,
    card: 'line',
    cell: faultsOf,
    csv: faultsOf,
  },
  {
    key: 'kind',
    title: (t) => t('portraitQuality:column.kind'),
    width: 110,
    card: 'beside',
    cell: ({ person }, t) => t(`list:personKind.${person.kind}`),
    csv: ({ person }, t) => t(`list:personKind.${person.kind}`),
  },
  {
    key: 'portrait',
    title: (t) => t('portraitQuality:column.portrait'),
    width: 140,
    cell: portraitOf,
    csv: portraitOf,
  },
  {
    key: 'asked',
    title: (t) => t('portraitQuality:column.asked'),
    width: 220,
    card: 'line',
    cell: (row, t) => askedOf(row, t) ?? '–',
    csv: askedOf,
  },
  {
    key: 'judgedAt',
    title: (t) => t('portraitQuality:column.judgedAt'),
    width: 170,
    cell: ({ judgedAt }) => <Instant at={judgedAt} detail="minute" />,
    csvTime: ({ judgedAt }) => judgedAt,
  },
]
