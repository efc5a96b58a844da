import { staffCredentials, type StaffSummary, staffTypes } from '@gatehouse/contract/features/staff.ts'
import { pathTo } from '@gatehouse/contract/paths.ts'
import { ApartmentOutlined, FileExcelOutlined, PictureOutlined, PlusOutlined } from '@ant-design/icons'
import { useQuery, type QueryClient } from '@tanstack/react-query'
import { Button, Checkbox } from 'antd'
import { useMemo, useState } from 'react'
import { Navigate, Outlet, useNavigate, type LoaderFunction, type RouteObject } from 'react-router'
import { useText } from '../../i18n/i18n.ts'
import { useCan } from '../../lib/use-can.ts'
import { lazyPanel } from '../../ui/page/detail-lazy-panel.ts'
import { laterPart } from '../../lib/later-part.ts'
import type { BulkAction, RowAction } from '../../ui/list/list-column.ts'
import { useMedia } from '../../lib/use-media.ts'
import { groupList } from '../../parts/person/group-list.ts'
import { groupName } from '../../parts/passage/list-group-name.ts'
import { usePanelRoute } from '../../ui/list/list-panel-route.ts'
import { useSuspend } from '../../parts/person/use-suspend.tsx'
import { ListPage } from '../../ui/list/list-page.tsx'
import { pagesOf } from '../../ui/list/list-pages.ts'
import { readUrlState, setFilters, useUrlState } from '../../ui/list/list-url-state.ts'
import { PageHeader } from '../../ui/page/page-header.tsx'
import { DepartmentPanel } from './department-panel.tsx'
import { staffPath, staffColumns } from './staff-columns.tsx'
import { StaffPlaces } from './staff-places.tsx'
import { StaffExport, type StaffExportQuery, useStaffDownload } from './staff-export.tsx'
import { departmentList, staffList, staffListState, staffQueryText } from './staff-queries.ts'
import { useSelectedDepartment, useDepartmentPath, useDepartmentPagePath } from './use-department.ts'
import { useBulkStaff } from './use-bulk-staff.tsx'
import { useDeleteStaff } from './use-delete-staff.ts'
import { useDropPhotos } from './photos/dropped-photos.ts'
import './staff.css'

/** Narrow pages show the tree of departments in a panel. */
const DetailPanel = laterPart(async () => (await import('../../ui/detail/detail-panel.tsx')).DetailPanel)

const nameOf = ({ name }: StaffSummary) => name

export const loader =
  (client: QueryClient): LoaderFunction =>
  ({ request, params }) => {
    void client.prefetchQuery(departmentList)
    // a department's id is known only once the departments are there
    if (params['deptId'] === '0') {
      void client.prefetchQuery(staffList(readUrlState(staffListState, new URL(request.url).searchParams), undefined))
    }
    return null
  }

export const children: RouteObject[] = [
  lazyPanel('new', async () => (await import('./staff-create-panel.tsx')).StaffCreatePanel, 'staff.write'),
  lazyPanel('import', async () => (await import('./import-list-panel.tsx')).ImportListPanel, 'staff.write'),
  lazyPanel(
    'portraits',
    async () => (await import('./import-portraits-panel.tsx')).ImportPortraitsPanel,
    'staff.write',
  ),
  lazyPanel('photographs', async () => (await import('./photos/photos-panel.tsx')).PhotosPanel, 'staff.write'),
  lazyPanel('department/new', async () => (await import('./department-form.tsx')).DepartmentCreatePanel, 'staff.write'),
  lazyPanel(
    'department/:departmentId/edit',
    async () => (await import('./department-form.tsx')).DepartmentEditPanel,
    'staff.write',
  ),
  lazyPanel(':staffId/edit', async () => (await import('./staff-edit-panel.tsx')).StaffEditPanel, 'staff.write'),
]

/** Staff by department (MAN-01): the tree on the left, the people on the right, panels for creating and editing. */
export function Component() {
  const t = useText()
  const can = useCan()
  const navigate = useNavigate()
  const isWide = useMedia('(min-width: 1080px)')
  const [isTreeOpen, setIsTreeOpen] = useState(false)
  const [state, change] = useUrlState(staffListState)
  const chosen = useSelectedDepartment()
  // in the tree a long name deep down is cut off
  const way = useDepartmentPath()
  const panel = usePanelRoute(useDepartmentPagePath())
  const people = useQuery({
    ...staffList(state, chosen.department?.id),
    enabled: chosen.kind === 'everybody' || chosen.kind === 'one',
  })
  const dropPhotos = useDropPhotos(() => panel.open('photographs'))
  const remove = useDeleteStaff()
  const bulkStaff = useBulkStaff()
  const { suspend, resume } = useSuspend()
  const { downloadStaff } = useStaffDownload()
  const groups = useQuery(groupList('staff'))
  const departmentId = chosen.department?.id
  const exported = useMemo<StaffExportQuery>(() => {
    const { page: _, size: __, ...filter } = staffQueryText(state)
    return { ...filter, departmentId }
  }, [state, departmentId])

  const actions = useMemo<RowAction<StaffSummary>[]>(
    () => [
      { key: 'open', label: t('staff:action.open'), run: ({ id }) => void navigate(staffPath(id)) },
      {
        key: 'edit',
        label: t('staff:action.edit'),
        permission: 'staff.write',
        run: ({ id }) => panel.open(`${id}/edit`),
      },
      {
        key: 'suspend',
        label: ({ suspension }) => t(suspension ? 'shared:suspension.resume' : 'shared:suspension.suspend'),
        permission: 'person.suspend',
        run: ({ id, name, suspension }) => void (suspension ? resume : suspend)({ ids: [id], name }),
      },
      {
        key: 'blacklist',
        label: t('staff:action.blacklist'),
        permission: 'staff.write',
        run: ({ id }) => void navigate(pathTo('blacklist', { below: 'move-in', query: { person: id } })),
      },
      {
        key: 'delete',
        label: t('staff:action.delete'),
        permission: 'staff.write',
        isDangerous: true,
        run: (person) => void remove.one(person),
      },
    ],
    [t, navigate, panel, remove, suspend, resume],
  )
  const bulk = useMemo<BulkAction[]>(
    () => [
      {
        key: 'groups',
        label: (count) => t('staff:bulk.groups', { count }),
        permission: 'staff.write',
        run: bulkStaff.assign,
      },
      {
        key: 'move',
        label: (count) => t('staff:bulk.move', { count }),
        permission: 'staff.write',
        run: bulkStaff.move,
      },
      {
        key: 'suspend',
        label: (count) => t('shared:suspension.suspendMany', { count }),
        permission: 'person.suspend',
        run: (ids, clear) => void suspend({ ids }, clear),
      },
      {
        key: 'resume',
        label: (count) => t('shared:suspension.resumeMany', { count }),
        permission: 'person.suspend',
        run: (ids, clear) => void resume({ ids }, clear),
      },
      {
        key: 'export',
        label: (count) => t('staff:bulk.export', { count }),
        run: (ids) => downloadStaff({ ...exported, ids: ids.join(',') }, 'xlsx'),
      },
      {
        key: 'delete',
        label: (count) => t('staff:action.deleteMany', { count }),
        permission: 'staff.write',
        isDangerous: true,
        run: (ids, clear) => void remove.many(ids, clear),
      },
    ],
    [t, remove, bulkStaff, exported, downloadStaff, suspend, resume],
  )
  if (chosen.kind === 'gone') return <Navigate to={pathTo('staff', { deptId: 0 })} replace />

  const add = can('staff.write') ? (
    <Button type="primary" icon={<PlusOutlined aria-hidden />} onClick={() => panel.open('new')}>
      {t('staff:add')}
    </Button>
  ) : null
  const isOne = chosen.kind === 'one'
  const total = people.data?.total ?? 0
  return (
    <>
      <PageHeader
        isOfList
        title={t('staff:title')}
        purpose={way ?? t('staff:purpose')}
        actions={
          add && (
            <>
              <Button icon={<FileExcelOutlined aria-hidden />} onClick={() => panel.open('import')}>
                {t('imports:action.list')}
              </Button>
              <Button icon={<PictureOutlined aria-hidden />} onClick={() => panel.open('portraits')}>
                {t('imports:action.portraits')}
              </Button>
              {add}
            </>
          )
        }
      />
      <div className="staff-page" {...dropPhotos}>
        {isWide ? (
          <aside className="staff-departments">
            <DepartmentPanel />
          </aside>
        ) : (
          <>
            <Button icon={<ApartmentOutlined aria-hidden />} onClick={() => setIsTreeOpen(true)}>
              {chosen.department?.name ?? t('departments:all')}
            </Button>
            {isTreeOpen && (
              <DetailPanel side="left" width={320} title={t('departments:show')} onClose={() => setIsTreeOpen(false)}>
                <DepartmentPanel onChosen={() => setIsTreeOpen(false)} />
              </DetailPanel>
            )}
          </>
        )}
        <StaffPlaces ids={(people.data?.items ?? []).map(({ id }) => id)}>
          <ListPage<StaffSummary>
            // another department is another list: nothing stays selected
            key={chosen.department?.id ?? 'everybody'}
            name="staff"
            label={chosen.department?.name ?? t('staff:title')}
            query={people}
            columns={staffColumns}
            rowName={nameOf}
            onOpen={({ id }) => void navigate(staffPath(id))}
            actions={actions}
            bulk={bulk}
            search={{
              value: state.keyword ?? '',
              hint: t('staff:searchHint'),
              onSearch: (keyword) => change({ keyword }, { replace: true }),
            }}
            filters={[
              {
                key: 'groupId',
                label: t('staff:form.groups'),
                options: (groups.data ?? []).map(({ id, name }) => ({ value: id, label: groupName(name, t) })),
              },
              {
                key: 'portrait',
                label: t('staff:filter.portrait'),
                options: (['with', 'without'] as const).map((value) => ({ value, label: t(`staff:filter.${value}`) })),
              },
              {
                key: 'staffType',
                label: t('staff:form.staffType'),
                options: staffTypes.map((value) => ({ value, label: t(`staff:type.${value}`) })),
              },
              {
                key: 'credential',
                label: t('staff:credential.label'),
                options: staffCredentials.map((value) => ({ value, label: t(`staff:credential.${value}`) })),
              },
              {
                key: 'employment',
                label: t('staff:filter.employment'),
                options: (['left', 'all'] as const).map((value) => ({ value, label: t(`staff:filter.${value}`) })),
              },
              {
                key: 'suspended',
                label: t('staff:filter.suspended'),
                options: [{ value: 'true', label: t('list:tokens.yes') }],
              },
            ]}
            beside={
              isOne && (
                <Checkbox
                  checked={state.reach === 'branch'}
                  onChange={({ target }) => change({ reach: target.checked ? 'branch' : 'department' })}
                >
                  {t('staff:filter.branch')}
                </Checkbox>
              )
            }
            tools={<StaffExport query={exported} />}
            filtered={{
              isSet: setFilters(state).some(
                (name) => name !== 'reach' && (name !== 'employment' || state.employment !== 'current'),
              ),
              onClear: () =>
                change({
                  keyword: undefined,
                  groupId: undefined,
                  portrait: undefined,
                  staffType: undefined,
                  credential: undefined,
                  employment: 'current',
                  suspended: undefined,
                }),
            }}
            sort={{
              by: state.sort,
              order: state.order,
              onChange: (by, order) => {
                const sort = staffListState.shape.sort.safeParse(by)
                if (sort.success) change({ sort: sort.data, order })
              },
            }}
            paging={pagesOf(state, total, change)}
            count={t(people.data?.isTotalExact === false ? 'staff:totalAtLeast' : 'staff:total', { count: total })}
            empty={{
              drawing: 'people',
              title: isOne ? t('staff:empty.departmentTitle') : t('staff:empty.title'),
              text: isOne ? t('staff:empty.departmentText') : t('staff:empty.text'),
              action: add,
            }}
          />
        </StaffPlaces>
      </div>
      <Outlet />
    </>
  )
}
