import { listPackages, type UpgradePackage } from '@gatehouse/contract/features/upgrades.ts'
import { UploadOutlined } from '@ant-design/icons'
import { useQuery, type QueryClient } from '@tanstack/react-query'
import { Button } from 'antd'
import { useMemo } from 'react'
import { Outlet, useNavigate, type LoaderFunction, type RouteObject } from 'react-router'
import { useText } from '../../i18n/i18n.ts'
import { useCan } from '../../lib/use-can.ts'
import { lazyPanel } from '../../ui/page/detail-lazy-panel.ts'
import type { RowAction } from '../../ui/list/list-column.ts'
import { ListPage } from '../../ui/list/list-page.tsx'
import { pagesOf } from '../../ui/list/list-pages.ts'
import { usePanelRoute } from '../../ui/list/list-panel-route.ts'
import { readUrlState, setFilters, useUrlState } from '../../ui/list/list-url-state.ts'
import { PageHeader } from '../../ui/page/page-header.tsx'
import { packageColumns } from './package-columns.tsx'
import { nameOf } from './package-words.tsx'
import { packagePaths, type Kind, packageList } from './upgrade-queries.ts'
import { usePackageActions } from './use-package-actions.tsx'

const schema = listPackages.query

export const packagesLoader =
  (kind: Kind) =>
  (client: QueryClient): LoaderFunction =>
  ({ request }) => {
    void client.prefetchQuery(packageList({ ...readUrlState(schema, new URL(request.url).searchParams), kind }))
    return null
  }

export const packagesPanels: RouteObject[] = [
  lazyPanel('new', async () => (await import('./package-upload-panel.tsx')).PackageUploadPanel),
  lazyPanel('versions', async () => (await import('./versions-panel.tsx')).VersionsPanel),
]

/** Firmware and applications (UPG-01, UPG-02) are one list each, alike but for what names them. */
export function PackagesPage({ kind }: { kind: Kind }) {
  const t = useText()
  const can = useCan()
  const navigate = useNavigate()
  const panel = usePanelRoute(packagePaths[kind])
  const packageActions = usePackageActions()
  const [state, change] = useUrlState(schema)
  const query = useQuery(packageList({ ...state, kind }))
  const detail = `${packagePaths[kind]}/detail`
  const actions = useMemo<readonly RowAction<UpgradePackage>[]>(
    () => [
      { key: 'open', label: t('upgrades:action.open'), run: ({ id }) => void navigate(`${detail}?id=${id}`) },
      {
        key: 'upload',
        label: t('upgrades:action.continueUpload'),
        permission: 'upgrade.write',
        disabledReason: ({ isUploaded }) => (isUploaded ? t('upgrades:blocked.uploaded') : undefined),
        run: ({ id }) => void navigate(`${detail}/upload?id=${id}`),
      },
      {
        key: 'edit',
        label: t('upgrades:action.edit'),
        permission: 'upgrade.write',
        run: ({ id }) => void navigate(`${detail}/edit?id=${id}`),
      },
      {
        key: 'publish',
        label: t('upgrades:action.publish'),
        permission: 'upgrade.write',
        disabledReason: ({ isUploaded, status }) =>
          status === 'published'
            ? t('upgrades:blocked.published')
            : isUploaded
              ? undefined
              : t('upgrades:blocked.uploading'),
        run: ({ id }) => void navigate(`${detail}/publish?id=${id}`),
      },
      {
        key: 'unpublish',
        label: t('upgrades:action.unpublish'),
        permission: 'upgrade.write',
        disabledReason: ({ status }) => (status === 'published' ? undefined : t('upgrades:blocked.unpublished')),
        run: packageActions.unpublish,
      },
      {
        key: 'delete',
        label: t('upgrades:action.delete'),
        permission: 'upgrade.write',
        isDangerous: true,
        disabledReason: ({ status }) => (status === 'published' ? t('upgrades:blocked.published') : undefined),
        run: (item) => packageActions.remove(item),
      },
    ],
    [t, navigate, detail, packageActions],
  )
  const add = can('upgrade.write') && (
    <Button type="primary" icon={<UploadOutlined aria-hidden />} onClick={() => panel.open('new')}>
      {t('upgrades:add')}
    </Button>
  )
  return (
    <>
      <PageHeader
        isOfList
        title={t(`upgrades:title.${kind}`)}
        purpose={t(`upgrades:purpose.${kind}`)}
        actions={
          <>
            <Button onClick={() => panel.open('versions')}>{t('upgrades:versions.open')}</Button>
            {add}
          </>
        }
      />
      <ListPage<UpgradePackage>
        name={`upgrades-${kind}`}
        label={t(`upgrades:title.${kind}`)}
        query={query}
        columns={packageColumns[kind]}
        rowName={nameOf}
        onOpen={({ id }) => void navigate(`${detail}?id=${id}`)}
        actions={actions}
        search={{
          value: state.keyword ?? '',
          hint: t('upgrades:searchHint'),
          onSearch: (keyword) => change({ keyword: keyword || undefined }, { replace: true }),
        }}
        filters={[
          {
            key: 'status',
            label: t('upgrades:column.status'),
            options: (['published', 'unpublished'] as const).map((value) => ({
              value,
              label: t(`upgrades:status.${value}`),
            })),
          },
        ]}
        filtered={{
          isSet: setFilters({ ...state, kind: undefined }).length > 0,
          onClear: () => change({ keyword: undefined, status: undefined }),
        }}
        paging={pagesOf(state, query.data?.total ?? 0, change)}
        count={t('upgrades:total', { count: query.data?.total ?? 0 })}
        empty={{
          drawing: 'parcel',
          title: t('upgrades:empty.title'),
          text: t('upgrades:empty.text'),
          action: add || undefined,
        }}
      />
      <Outlet context={kind} />
    </>
  )
}
