import { useQuery } from '@tanstack/react-query'
import { useText } from '../../i18n/i18n.ts'
import { DetailPanel } from '../../ui/detail/detail-panel.tsx'
import { DetailSkeleton } from '../../ui/detail/detail-skeleton.tsx'
import { EmptyState } from '../../ui/feedback/empty-state.tsx'
import { ErrorPanel } from '../../ui/feedback/error-panel.tsx'
import { usePanelRoute } from '../../ui/list/list-panel-route.ts'
import { packagePaths, versionsInUse } from './upgrade-queries.ts'
import { useKind } from './use-kind.ts'
import './upgrades.css'

/** Which versions run on how many devices. */
export function VersionsPanel() {
  const t = useText()
  const kind = useKind()
  const panel = usePanelRoute(packagePaths[kind])
  const { data, error, refetch } = useQuery(versionsInUse(kind))
  return (
    <DetailPanel title={t(`upgrades:versions.title.${kind}`)} width={640} onClose={panel.close}>
      {error && !data ? (
        <ErrorPanel error={error} onRetry={() => void refetch()} />
      ) : !data ? (
        <DetailSkeleton lines={8} />
      ) : data.items.length === 0 ? (
        <EmptyState isSmall title={t('upgrades:versions.emptyTitle')} text={t('upgrades:versions.emptyText')} />
      ) : (
        <table className="upgrade-table">
          <thead>
            <tr>
              <th scope="col">{t(`upgrades:versions.name.${kind}`)}</th>
              <th scope="col">{t('upgrades:versions.version')}</th>
              <th scope="col">{t('upgrades:versions.devices')}</th>
              <th scope="col">{t('upgrades:versions.online')}</th>
            </tr>
          </thead>
          <tbody>
            {data.items.map(({ name, version, devices, online }) => (
              <tr key={`${name} ${version}`}>
                <th scope="row">{name || t('upgrades:versions.unknown')}</th>
                <td>{version || t('upgrades:versions.unknown')}</td>
                <td className="tabular">{devices}</td>
                <td className="tabular">{online}</td>
              </tr>
            ))}
          </tbody>
        </table>
      )}
    </DetailPanel>
  )
}
