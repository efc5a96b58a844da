import type { Device } from '@gatehouse/contract/features/devices.ts'
import { listDeviceUpgrades } from '@gatehouse/contract/features/upgrades.ts'
import { pathTo } from '@gatehouse/contract/paths.ts'
import { useQuery } from '@tanstack/react-query'
import { Link } from 'react-router'
import { queryOf } from '../../api/query.ts'
import { useText } from '../../i18n/i18n.ts'
import { companyTime } from '../../lib/format-date.ts'
import { DetailSkeleton } from '../../ui/detail/detail-skeleton.tsx'
import { ErrorPanel } from '../../ui/feedback/error-panel.tsx'
import { UpgradeState } from '../../parts/device/upgrade-state.tsx'

const detailOf = {
  firmware: pathTo('firmwareDetail'),
  application: pathTo('applicationDetail'),
} as const

/** The last packages for a device, with its progress (UPG-04). */
export function DeviceUpgrades({ device }: { device: Device }) {
  const t = useText()
  const lack = device.capabilities.upgrades
  const upgrades = useQuery(queryOf(listDeviceUpgrades, { params: { id: device.id } }))
  return (
    <section className="detail-section">
      <h2>{t('devices:upgrades.title')}</h2>
      {upgrades.isPending ? (
        <DetailSkeleton lines={2} />
      ) : upgrades.isError ? (
        <ErrorPanel error={upgrades.error} onRetry={() => void upgrades.refetch()} />
      ) : upgrades.data.items.length === 0 ? (
        <p className="device-words">
          {lack === null
            ? t('devices:upgrades.none')
            : t('devices:lack.upgrades', { reason: t(`shared:lack.reason.${lack}`) })}
        </p>
      ) : (
        <ul className="device-lines">
          {upgrades.data.items.map((upgrade) => (
            <li key={upgrade.packageId}>
              <span>
                <Link to={`${detailOf[upgrade.kind]}?id=${upgrade.packageId}`}>
                  {upgrade.title} {upgrade.version}
                </Link>{' '}
                <small className="device-words tabular">{companyTime(upgrade.updatedAt)}</small>
              </span>
              <span>
                <UpgradeState upgrade={upgrade} t={t} />
              </span>
            </li>
          ))}
        </ul>
      )}
    </section>
  )
}
