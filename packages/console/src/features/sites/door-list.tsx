import { deleteDoor, type Door, listDoors, type Site } from '@gatehouse/contract/features/sites.ts'
import { pathTo } from '@gatehouse/contract/paths.ts'
import { useQuery } from '@tanstack/react-query'
import { Button } from 'antd'
import { type ReactNode, useMemo, useState } from 'react'
import { useNavigate } from 'react-router'
import { call, callAndRefresh } from '../../api/call.ts'
import { useText } from '../../i18n/i18n.ts'
import { laterPart } from '../../lib/later-part.ts'
import { useCan } from '../../lib/use-can.ts'
import { useConfirmDelete } from '../../ui/feedback/confirm.tsx'
import { useToast } from '../../ui/feedback/toast.tsx'
import type { RowAction } from '../../ui/list/list-column.ts'
import { useFollowsReaders } from '../../parts/device/use-follows-readers.ts'
import { ListPage } from '../../ui/list/list-page.tsx'
import { pagesOf } from '../../ui/list/list-pages.ts'
import { usePanelRoute } from '../../ui/list/list-panel-route.ts'
import { setFilters, useUrlState } from '../../ui/list/list-url-state.ts'
import { doorColumns } from './door-columns.tsx'
import { doorList } from './site-queries.ts'

/** The state in the address of a site's page, beside its id. */
export const doorListState = listDoors.query.omit({ siteId: true, deviceId: true })

const DoorDialog = laterPart(async () => (await import('./door/door-action.tsx')).DoorDialog)

const rowName = ({ name }: Door) => name

/** The doors of a site, or those of the area that is chosen in the address. */
export function DoorList({ site, add }: { site: Site; add: ReactNode }) {
  const t = useText()
  const can = useCan()
  const navigate = useNavigate()
  const toast = useToast()
  const confirmDelete = useConfirmDelete()
  const panel = usePanelRoute(pathTo('siteDetail'))
  const [state, change] = useUrlState(doorListState)
  const [opening, setOpening] = useState<Door | null>(null)
  const asked = { ...state, siteId: site.id }
  const query = useQuery(doorList(asked))
  useFollowsReaders()
  const actions = useMemo<readonly RowAction<Door>[]>(
    () => [
      ...(can('device.control') && can('site.write')
        ? [
            {
              key: 'open',
              label: t('sites:action.openDoor'),
              disabledReason: ({ readers }: Door) =>
                readers.some(({ isOnline }) => isOnline) ? undefined : t('sites:action.openNot'),
              run: setOpening,
            },
          ]
        : []),
      {
        key: 'edit',
        label: t('sites:action.edit'),
        permission: 'site.write',
        run: ({ id }) => panel.open(`door/${id}`),
      },
      {
        key: 'delete',
        label: t('sites:action.delete'),
        permission: 'site.write',
        isDangerous: true,
        run: ({ id, name }) =>
          void confirmDelete({
            title: t('sites:door.delete.title', { name }),
            text: t('sites:door.delete.text'),
            action: t('sites:door.delete.deed'),
            ends: [id],
            run: async () => {
              await callAndRefresh(deleteDoor, { params: { id } })
              toast.done(t('sites:door.delete.done', { name }))
            },
          }),
      },
    ],
    [t, can, panel, confirmDelete, toast],
  )
  const area = site.areas.find(({ id }) => id === state.areaId)
  const total = query.data?.total ?? 0
  // An area without doors is no search that went wrong.
  const isDoorless = area !== undefined && !state.keyword
  return (
    <>
      <ListPage<Door>
        name="doors"
        label={area ? t('sites:door.ofArea', { area: area.name }) : t('sites:door.title')}
        query={query}
        columns={doorColumns}
        rowName={rowName}
        onOpen={({ id }) => void navigate(pathTo('doorDetail', { query: { id } }))}
        actions={actions}
        search={{
          value: state.keyword ?? '',
          hint: t('sites:door.searchHint'),
          onSearch: (keyword) => change({ keyword: keyword || undefined }, { replace: true }),
        }}
        beside={area && <p className="site-chosen">{t('sites:door.ofArea', { area: area.name })}</p>}
        filtered={{
          isSet: setFilters(state).length > 0 && !(isDoorless && total === 0 && query.data !== undefined),
          onClear: () => change({ keyword: undefined, areaId: undefined }),
        }}
        sort={{
          by: state.sort,
          order: state.order,
          onChange: (by, order) => {
            const sort = doorListState.shape.sort.safeParse(by)
            if (sort.success) change({ sort: sort.data, order })
          },
        }}
        paging={pagesOf(state, total, change)}
        count={t('sites:doorCount', { count: total })}
        empty={
          isDoorless
            ? {
                drawing: 'gate',
                title: t('sites:door.noneInArea.title', { area: area.name }),
                text: t(add ? 'sites:door.noneInArea.text' : 'sites:door.noneInArea.seen'),
                action: (
                  <>
                    {add}{' '}
                    <Button onClick={() => change({ areaId: undefined })}>{t('sites:door.noneInArea.all')}</Button>
                  </>
                ),
              }
            : {
                drawing: 'gate',
                title: t('sites:door.empty.title'),
                text: t(add ? 'sites:door.empty.text' : 'sites:door.empty.seen'),
                action: add,
              }
        }
        exportPage={async (place, signal) => {
          const page = Number(place ?? 1)
          const found = await call(listDoors, { query: { ...asked, page, size: 200 } }, { signal })
          return { rows: found.items, next: page * 200 < found.total ? String(page + 1) : undefined }
        }}
      />
      {opening && <DoorDialog door={opening} onClose={() => setOpening(null)} />}
    </>
  )
}
