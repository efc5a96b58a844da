import type { BlacklistEntry } from '@gatehouse/contract/features/blacklist.ts'
import { pathTo } from '@gatehouse/contract/paths.ts'
import { writtenPhone } from '@gatehouse/contract/phone-number.ts'
import { Link } from 'react-router'
import { instantOf, nowMs } from '../../lib/clock.ts'
import { briefTime } from '../../lib/format-date.ts'
import { Instant } from '../../ui/detail/detail-instant.tsx'
import { FaceThumbnail } from '../../parts/face/face-thumbnail.tsx'
import type { ListColumn } from '../../ui/list/list-column.ts'
import { groupName } from '../../parts/passage/list-group-name.ts'

/** `/manmgt/blacklist/detail?id=…` */
export const blacklistPath = (id: string) => pathTo('blacklistDetail', { query: { id } })

/** MAN-05: original identity and add date are in every row. */
export const blacklistColumns: readonly ListColumn<BlacklistEntry>[] = [
  {
    key: 'name',
    title: (t) => t('blacklist:column.name'),
    width: 210,
    isFixed: true,
    cell: ({ id, name, portraitId }) => (
      <span className="list-cell-face">
        <FaceThumbnail kind="portrait" imageId={portraitId} />
        <Link className="list-link" to={blacklistPath(id)} title={name}>
          {name}
        </Link>
      </span>
    ),
    csv: ({ name }) => name,
  },
  {
    key: 'original',
    title: (t) => t('blacklist:column.original'),
    width: 150,
    cell: ({ originalKind }, t) => t(`blacklist:original.${originalKind ?? 'none'}`),
    csv: ({ originalKind }, t) => t(`blacklist:original.${originalKind ?? 'none'}`),
    card: 'line',
  },
  {
    key: 'reason',
    title: (t) => t('blacklist:column.reason'),
    width: 220,
    cell: ({ reason }) => reason,
    csv: ({ reason }) => reason,
    card: 'line',
  },
  {
    key: 'groups',
    title: (t) => t('blacklist:column.groups'),
    width: 180,
    cell: ({ groups }, t) => groups.map(({ name }) => groupName(name, t)).join(' · '),
    csv: ({ groups }, t) => groups.map(({ name }) => groupName(name, t)).join('; '),
    card: 'line',
  },
  {
    key: 'addedAt',
    title: (t) => t('blacklist:column.addedAt'),
    width: 160,
    cell: ({ addedAt }) => <Instant at={addedAt} detail="minute" />,
    brief: ({ addedAt }) => briefTime(addedAt, instantOf(nowMs()), 'minute'),
    csvTime: ({ addedAt }) => addedAt,
    card: 'line',
  },
  {
    key: 'addedBy',
    title: (t) => t('blacklist:column.addedBy'),
    width: 130,
    isHidden: true,
    cell: ({ addedBy }) => addedBy,
    csv: ({ addedBy }) => addedBy,
  },
  {
    key: 'phone',
    title: (t) => t('blacklist:column.phone'),
    width: 140,
    isHidden: true,
    cell: ({ phone }) => writtenPhone(phone),
    csv: ({ phone }) => phone,
  },
]
