import type { Department } from '@gatehouse/contract/features/departments.ts'
import { pathTo } from '@gatehouse/contract/paths.ts'
import { MoreOutlined, PlusOutlined, TeamOutlined } from '@ant-design/icons'
import { useQuery } from '@tanstack/react-query'
import { Button } from 'antd'
import { useCallback, useDeferredValue, useMemo, useState } from 'react'
import { useNavigate } from 'react-router'
import { useText } from '../../i18n/i18n.ts'
import { formatNumber } from '../../lib/format-number.ts'
import { currentLanguage } from '../../lib/language.ts'
import { useCan } from '../../lib/use-can.ts'
import { ErrorPanel } from '../../ui/feedback/error-panel.tsx'
import { DetailSkeleton } from '../../ui/detail/detail-skeleton.tsx'
import { usePanelRoute } from '../../ui/list/list-panel-route.ts'
import { useMenu } from '../../ui/menu/menu.tsx'
import { SearchField } from '../../ui/page/search-field.tsx'
import { DepartmentList } from './department-list.tsx'
import { departmentRows, type DepartmentRow } from './department-rows.ts'
import { departmentPath, departmentTree, matchingTree } from './department-tree.ts'
import { departmentList } from './staff-queries.ts'
import { useDeleteDepartment } from './use-delete-department.tsx'
import { useSelectedDepartment, useDepartmentPagePath } from './use-department.ts'

/** The departments at the left of the staff: search, choose, create, rename, move, delete. */
export function DepartmentPanel({ onChosen }: { onChosen?: () => void }) {
  const t = useText()
  const can = useCan()
  const navigate = useNavigate()
  const departments = useQuery(departmentList)
  const chosen = useSelectedDepartment()
  const panel = usePanelRoute(useDepartmentPagePath())
  const [search, setSearch] = useState('')
  const [toggled, setToggled] = useState<ReadonlySet<string> | null>(null)

  const all = departments.data
  // Sorted once: thousands of names take longer to compare than to search.
  const whole = useMemo(() => departmentTree(all ?? [], currentLanguage()), [all])
  // the letter stands in its field before thousands of names are searched for it
  const searched = useDeferredValue(search)
  const tree = useMemo(() => matchingTree(whole, searched), [whole, searched])
  const wayToChosen = useMemo(
    () => (chosen.department ? departmentPath(all ?? [], chosen.department.id).map(({ id }) => id) : []),
    [all, chosen.department],
  )
  const isSearching = searched.trim() !== ''
  const open = useMemo(
    () => toggled ?? new Set([...whole.map(({ department }) => department.id), ...wayToChosen]),
    [toggled, whole, wayToChosen],
  )
  const rows = useMemo(() => departmentRows(tree, (id) => isSearching || open.has(id)), [tree, isSearching, open])
  const go = (number: number) => {
    onChosen?.()
    return navigate(pathTo('staff', { deptId: number }))
  }
  const toggle = useCallback((id: string) => setToggled(new Set(open).symmetricDifference(new Set([id]))), [open])
  const hint = ({ node: { department, people } }: DepartmentRow) =>
    people === department.memberCount
      ? undefined
      : t('departments:counted', { own: formatNumber(department.memberCount), all: formatNumber(people) })
  const mayWrite = can('staff.write')
  const isLarge = (all?.length ?? 0) > 100

  return (
    <section className="departments" aria-label={t('departments:title')}>
      <div className="departments-head">
        <h2>{t('departments:title')}</h2>
        {mayWrite && (
          <Button
            type="text"
            icon={<PlusOutlined aria-hidden />}
            aria-label={t('departments:add')}
            title={t('departments:add')}
            onClick={() => panel.open('department/new')}
          />
        )}
      </div>
      {(all?.length ?? 0) > 8 && <SearchField label={t('departments:search')} value={search} onChange={setSearch} />}
      <button
        type="button"
        className="departments-all"
        aria-current={chosen.kind === 'everybody' ? 'true' : undefined}
        onClick={() => void go(0)}
      >
        <TeamOutlined aria-hidden /> {t('departments:all')}
      </button>
      {departments.isError && !all && (
        <ErrorPanel error={departments.error} onRetry={() => void departments.refetch()} />
      )}
      {departments.isPending && <DetailSkeleton lines={5} />}
      {all?.length === 0 && <p className="departments-empty">{t('departments:emptyText')}</p>}
      {all && all.length > 0 && tree.length === 0 && <p className="departments-empty">{t('departments:noMatch')}</p>}
      {tree.length > 0 && (
        <DepartmentList
          // results start at their top, wherever the tree was scrolled
          key={searched}
          label={t('departments:title')}
          rows={rows}
          chosenId={chosen.department?.id}
          // space above and below it: more on the page than in the drawer
          height={isLarge ? Math.max(240, innerHeight - (onChosen ? 240 : 320)) : undefined}
          onChoose={({ node }) => go(node.department.number)}
          onToggle={toggle}
          // only the chosen one has its menu: a menu each would cost a large tree dearly
          tools={mayWrite && chosen.department && <DepartmentMenu department={chosen.department} />}
          hint={hint}
        />
      )}
    </section>
  )
}

function DepartmentMenu({ department }: { department: Department }) {
  const t = useText()
  const panel = usePanelRoute(useDepartmentPagePath())
  const deleteDepartment = useDeleteDepartment()
  const navigate = useNavigate()
  const base = useDepartmentPagePath()
  const menu = useMenu([
    {
      key: 'add',
      label: t('departments:addBelow'),
      run: () => void navigate(`${base}/department/new?below=${department.id}`),
    },
    { key: 'edit', label: t('departments:edit'), run: () => panel.open(`department/${department.id}/edit`) },
    {
      key: 'delete',
      label: t('departments:delete'),
      isDangerous: true,
      isApart: true,
      run: () => void deleteDepartment(department, true),
    },
  ])
  return (
    <>
      <button
        type="button"
        className="departments-more"
        aria-label={t('departments:actions', { name: department.name })}
        {...menu.props}
      >
        <MoreOutlined aria-hidden />
      </button>
      {menu.menu}
    </>
  )
}
