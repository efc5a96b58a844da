import type { UpgradePackage } from '@gatehouse/contract/features/upgrades.ts'
import { useQuery } from '@tanstack/react-query'
import { Button } from 'antd'
import { Link, Outlet, useNavigate, useSearchParams, type RouteObject } from 'react-router'
import { CallError } from '../../api/call-error.ts'
import { useText } from '../../i18n/i18n.ts'
import { Dated } from '../../ui/page/dated.tsx'
import { companyTime } from '../../lib/format-date.ts'
import { useCan } from '../../lib/use-can.ts'
import { useIsPhone } from '../../lib/use-media.ts'
import { CopyText } from '../../ui/page/copy-text.tsx'
import { lazyPanel } from '../../ui/page/detail-lazy-panel.ts'
import { DetailList } from '../../ui/detail/detail-list.tsx'
import { DetailSkeleton } from '../../ui/detail/detail-skeleton.tsx'
import { DetailTabs } from '../../ui/detail/detail-tabs.tsx'
import { EmptyState } from '../../ui/feedback/empty-state.tsx'
import { ErrorPanel } from '../../ui/feedback/error-panel.tsx'
import { usePanelRoute } from '../../ui/list/list-panel-route.ts'
import { HeadMenu } from '../../ui/page/head-menu.tsx'
import { PageHeader } from '../../ui/page/page-header.tsx'
import { PackageDevices } from './package-devices.tsx'
import { PackagePreview } from './package-preview.tsx'
import { nameOf, PackageStatus, progressText, RollOutState, sizeText } from './package-words.tsx'
import { packagePaths, type Kind, packageDetail } from './upgrade-queries.ts'
import { usePackageActions } from './use-package-actions.tsx'
import '../../ui/detail/detail.css'
import './upgrades.css'

export const packagePanels: RouteObject[] = [
  lazyPanel('edit', async () => (await import('./package-edit-panel.tsx')).PackageEditPanel),
  lazyPanel('publish', async () => (await import('./package-publish-panel.tsx')).PackagePublishPanel),
  lazyPanel('upload', async () => (await import('./package-continue-panel.tsx')).PackageContinuePanel),
]

/** `…/detail?id=`: one package, how its roll-out goes, and whom it is for. */
export function PackageDetailPage({ kind }: { kind: Kind }) {
  const t = useText()
  const [params] = useSearchParams()
  const id = params.get('id') ?? ''
  const query = useQuery({ ...packageDetail(id), retry: false })
  if (query.data) return <PackageDetail item={query.data} kind={kind} />
  if (!query.isError) {
    return (
      <>
        <PageHeader title={t(`upgrades:title.${kind}`)} />
        <div className="detail-card">
          <DetailSkeleton lines={12} />
        </div>
      </>
    )
  }
  const isGone = query.error instanceof CallError && [400, 404].includes(query.error.status)
  if (!isGone) return <ErrorPanel isPage error={query.error} onRetry={() => void query.refetch()} />
  return (
    <EmptyState
      isPage
      title={t('upgrades:missing.title')}
      text={t('upgrades:missing.text')}
      action={<Link to={packagePaths[kind]}>{t('upgrades:missing.back')}</Link>}
    />
  )
}

function PackageDetail({ item, kind }: { item: UpgradePackage; kind: Kind }) {
  const t = useText()
  // The bar of a phone has no room for the long versions of some makes beside a title.
  const isPhone = useIsPhone()
  return (
    <>
      <Link to={packagePaths[kind]} className="device-back">
        {t(`upgrades:back.${kind}`)}
      </Link>
      <PageHeader
        isThing
        title={isPhone ? item.title : nameOf(item)}
        meta={<PackageStatus item={item} t={t} />}
        purpose={[isPhone && item.version, item.packageName, item.model].filter(Boolean).join(' · ')}
        actions={<PackageActions item={item} kind={kind} />}
      />
      <div className="detail-card">
        {item.rollOut && <RollOut item={item} />}
        <DetailTabs
          tabs={[
            { key: 'devices', label: t('upgrades:tab.devices'), content: <PackageDevices item={item} /> },
            { key: 'preview', label: t('upgrades:tab.preview'), content: <PackagePreview item={item} /> },
            { key: 'info', label: t('upgrades:tab.info'), content: <PackageInfo item={item} kind={kind} /> },
          ]}
        />
      </div>
      <Outlet context={kind} />
    </>
  )
}

function PackageActions({ item, kind }: { item: UpgradePackage; kind: Kind }) {
  const t = useText()
  const can = useCan()
  const navigate = useNavigate()
  const packageActions = usePackageActions()
  const panel = usePanelRoute(`${packagePaths[kind]}/detail`)
  if (!can('upgrade.write')) return null
  const isPublished = item.status === 'published'
  return (
    <>
      <Button onClick={() => panel.open('edit')}>{t('upgrades:action.edit')}</Button>
      {isPublished ? (
        <Button onClick={() => packageActions.unpublish(item)}>{t('upgrades:action.unpublish')}</Button>
      ) : item.isUploaded ? (
        <Button type="primary" onClick={() => panel.open('publish')}>
          {t('upgrades:action.publish')}
        </Button>
      ) : (
        <Button type="primary" onClick={() => panel.open('upload')}>
          {t('upgrades:action.continueUpload')}
        </Button>
      )}
      {!isPublished && (
        <HeadMenu
          entries={[
            {
              key: 'delete',
              label: t('upgrades:action.delete'),
              isDangerous: true,
              run: () => packageActions.remove(item, () => void navigate(packagePaths[kind], { replace: true })),
            },
          ]}
        />
      )}
    </>
  )
}

/** Which actions a state of the roll-out allows; the server has the same table. */
function rolloutActionsOf({ rollOut, status }: UpgradePackage) {
  if (!rollOut || status !== 'published') return []
  const { state, stage } = rollOut
  if (state === 'running')
    return stage === 'first' ? (['continue', 'pause', 'cancel'] as const) : (['pause', 'cancel'] as const)
  return state === 'paused' || state === 'stopped' ? (['resume', 'cancel'] as const) : []
}

function RollOut({ item }: { item: UpgradePackage }) {
  const t = useText()
  const can = useCan()
  const packageActions = usePackageActions()
  const { rollOut } = item
  if (!rollOut) return null
  const hasFailed = item.counts.failed + item.counts['rolled-back'] > 0
  return (
    <section className="upgrade-roll-out" aria-label={t('upgrades:column.progress')}>
      <span role="status">
        <RollOutState item={item} t={t} /> · {t(`upgrades:rollOutText.${rollOut.stage}`)} · {progressText(item, t)}
        <small className="upgrade-why">
          <Dated>
            {t('upgrades:rollOutText.published', {
              by: rollOut.publishedBy,
              at: companyTime(rollOut.startedAt, 'minute'),
            })}
          </Dated>
          {rollOut.continuedBy && ` · ${t('upgrades:rollOutText.continued', { by: rollOut.continuedBy })}`}
        </small>
      </span>
      {can('upgrade.write') && (
        <>
          {hasFailed && item.status === 'published' && (
            <Button onClick={() => void packageActions.retry(item)}>{t('upgrades:action.retry')}</Button>
          )}
          {rolloutActionsOf(item).map((action) => (
            <Button
              key={action}
              danger={action === 'cancel'}
              type={action === 'continue' || action === 'resume' ? 'primary' : 'default'}
              onClick={() => packageActions.control(item, action)}
            >
              {t(`upgrades:action.${action}`)}
            </Button>
          ))}
        </>
      )}
    </section>
  )
}

function PackageInfo({ item, kind }: { item: UpgradePackage; kind: Kind }) {
  const t = useText()
  const copy = (text: string | null, what: string) => text && <CopyText text={text} what={what} />
  return (
    <>
      <DetailList
        title={t('upgrades:info.target')}
        items={[
          ...(kind === 'application' ? [{ label: t('upgrades:column.packageName'), value: item.packageName }] : []),
          ...(kind === 'firmware'
            ? [{ label: t('upgrades:column.make'), value: t(`upgrades:make.${item.make}`) }]
            : []),
          { label: t('upgrades:column.model'), value: item.model ?? t('upgrades:any') },
          { label: t(`upgrades:column.version.${kind}`), value: item.version },
          ...(kind === 'application' ? [{ label: t('upgrades:column.versionCode'), value: item.versionCode }] : []),
          { label: t('upgrades:column.hardwareVersions'), value: item.hardwareVersions || t('upgrades:any') },
          { label: t('upgrades:column.fromVersions'), value: item.fromVersions || t('upgrades:any') },
          { label: t('upgrades:column.form'), value: t(`upgrades:form.${item.form}`) },
          ...(item.baseVersion ? [{ label: t('upgrades:column.baseVersion'), value: item.baseVersion }] : []),
          { label: t('upgrades:column.strategy'), value: t(`upgrades:strategy.${item.strategy}`) },
          ...(item.timedAt
            ? [
                {
                  label: t('upgrades:column.timedAt'),
                  value: t('upgrades:info.timedAt', { at: item.timedAt.replace('T', ' ') }),
                },
              ]
            : []),
          { label: t('upgrades:column.isForced'), value: t(item.isForced ? 'upgrades:yes' : 'upgrades:no') },
        ]}
      />
      <DetailList
        title={t('upgrades:info.file')}
        items={[
          { label: t('upgrades:column.fileName'), value: item.fileName },
          { label: t('upgrades:column.size'), value: sizeText(item.size) },
          { label: t('upgrades:column.md5'), value: copy(item.md5, t('upgrades:column.md5')) },
          { label: t('upgrades:column.sha256'), value: copy(item.sha256, t('upgrades:column.sha256')) },
          { label: t('upgrades:column.keyId'), value: item.keyId },
          {
            label: t('upgrades:column.downloadAddress'),
            value: copy(item.downloadAddress, t('upgrades:column.downloadAddress')),
          },
          { label: t('upgrades:column.manufacturer'), value: item.manufacturer },
          { label: t('upgrades:column.uploadedAt'), value: companyTime(item.uploadedAt) },
          { label: t('upgrades:column.uploadedBy'), value: item.uploadedBy },
        ]}
      />
      <DetailList
        title={t('upgrades:info.words')}
        items={[
          { label: t('upgrades:column.descriptionZh'), value: item.descriptionZh },
          { label: t('upgrades:column.descriptionEn'), value: item.descriptionEn },
        ]}
      />
    </>
  )
}
