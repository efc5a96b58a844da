import type { UpgradePackage } from '@gatehouse/contract/features/upgrades.ts'
import { Link } from 'react-router'
import { companyTime } from '../../lib/format-date.ts'
import type { ListColumn } from '../../ui/list/list-column.ts'
import { PackageStatus, progressText, RollOutState, sizeText } from './package-words.tsx'
import { packagePaths, type Kind } from './upgrade-queries.ts'

type Column = ListColumn<UpgradePackage>

const title: Column = {
  key: 'title',
  title: (t) => t('upgrades:column.title'),
  width: 190,
  cell: ({ id, kind, title }) => (
    <Link className="list-link" to={`${packagePaths[kind]}/detail?id=${id}`}>
      {title}
    </Link>
  ),
  isFixed: true,
}

const plain = (key: 'model' | 'packageName' | 'manufacturer' | 'uploadedBy', width: number, more = {}): Column => ({
  key,
  title: (t) => t(`upgrades:column.${key}`),
  width,
  cell: (item) => item[key] ?? '–',
  ...more,
})

const version = (kind: Kind): Column => ({
  key: 'version',
  title: (t) => t(`upgrades:column.version.${kind}`),
  width: 130,
  cell: (item) => item.version,
  card: 'line',
})

const hardware: Column = {
  key: 'hardwareVersions',
  title: (t) => t('upgrades:column.hardwareVersions'),
  width: 150,
  isHidden: true,
  cell: ({ hardwareVersions }, t) => hardwareVersions || t('upgrades:any'),
}

const rest: readonly Column[] = [
  {
    key: 'size',
    title: (t) => t('upgrades:column.size'),
    width: 100,
    isHidden: true,
    isNumber: true,
    cell: ({ size }) => <span className="tabular">{sizeText(size)}</span>,
  },
  {
    key: 'form',
    title: (t) => t('upgrades:column.form'),
    width: 130,
    cell: ({ form }, t) => t(`upgrades:form.${form}`),
    isHidden: true,
  },
  {
    key: 'strategy',
    title: (t) => t('upgrades:column.strategy'),
    width: 110,
    isHidden: true,
    cell: ({ strategy }, t) => t(`upgrades:strategy.${strategy}`),
  },
  {
    key: 'isForced',
    title: (t) => t('upgrades:column.isForced'),
    width: 90,
    cell: ({ isForced }, t) => t(isForced ? 'upgrades:yes' : 'upgrades:no'),
    isHidden: true,
  },
  {
    key: 'status',
    title: (t) => t('upgrades:column.status'),
    width: 180,
    cell: (item, t) => <PackageStatus item={item} t={t} />,
    card: 'beside',
  },
  {
    key: 'rollOut',
    title: (t) => t('upgrades:column.progress'),
    width: 180,
    cell: (item, t) => <RollOutState item={item} t={t} />,
    card: 'line',
  },
  {
    key: 'progress',
    title: (t) => t('upgrades:tab.devices'),
    width: 160,
    cell: (item, t) => progressText(item, t),
    card: 'line',
  },
  {
    key: 'uploadedAt',
    title: (t) => t('upgrades:column.uploadedAt'),
    width: 160,
    cell: ({ uploadedAt }) => <span className="tabular">{companyTime(uploadedAt, 'minute')}</span>,
  },
  plain('uploadedBy', 130, { isHidden: true }),
  plain('manufacturer', 130, { isHidden: true }),
]

const make: Column = {
  key: 'make',
  title: (t) => t('upgrades:column.make'),
  width: 150,
  cell: (item, t) => t(`upgrades:make.${item.make}`),
  isHidden: true,
}

const versionCode: Column = {
  key: 'versionCode',
  title: (t) => t('upgrades:column.versionCode'),
  width: 110,
  isHidden: true,
  cell: (item) => item.versionCode ?? '–',
}

export const packageColumns: Record<Kind, readonly Column[]> = {
  firmware: [title, plain('model', 150, { card: 'line' }), version('firmware'), hardware, ...rest, make],
  application: [title, plain('packageName', 150, { card: 'line' }), version('application'), versionCode, ...rest],
}
