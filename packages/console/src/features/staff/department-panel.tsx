import type { Department } from '@gatehouse/contract/features/departments.ts'
import { pathTo } from '@gatehouse/contract/paths.ts'
import { MoreOutlined, PlusOutlined, TeamOutlined } from '@ant-design/icons'
import { useQuery } from '@tanstack/react-query'
import { Button, Tree } from 'antd'
import { type ComponentRef, useEffect, useMemo, useRef, useState } from 'react'
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
import { departmentPath, departmentTree, matchingTree, type DepartmentNode } from './department-tree.ts'
import { departmentList } from './staff-queries.ts'
import { useDeleteDepartment } from './use-delete-department.tsx'
import { useSelectedDepartment, useDepartmentPagePath } from './use-department.ts'

type TreeNode = { key: string; title: string; department: Department; people: number; children: TreeNode[] }

const treeNodes = (nodes: readonly DepartmentNode[]): TreeNode[] =>
  nodes.map(({ department, people, children }) => ({
    key: department.id,
    title: department.name,
    department,
    people,
    children: treeNodes(children),
  }))

/** The departments at the left of the staff: search, choose, create, rename, move, delete. */
export function DepartmentPanel({ onChosen }: { onChosen?: () => void }) {
  const t = useText()
  const can = useCan()
  const navigate = useNavigate()
  const departments = useQuery(departmentList)
  const chosen = useSelectedDepartment()
  const panel = usePanelRoute(useDepartmentPagePath())
  const [search, setSearch] = useState('')
  const [toggled, setToggled] = useState<string[] | null>(null)

  const all = departments.data
  // Sorted once: thousands of names take longer to compare than to search.
  const whole = useMemo(() => departmentTree(all ?? [], currentLanguage()), [all])
  const tree = useMemo(() => treeNodes(matchingTree(whole, search)), [whole, search])
  const wayToChosen = useMemo(
    () => (chosen.department ? departmentPath(all ?? [], chosen.department.id).map(({ id }) => id) : []),
    [all, chosen.department],
  )
  const everyId = useMemo(() => (all ?? []).map(({ id }) => id), [all])
  const isSearching = search.trim() !== ''
  // The tree works through thousands of departments again whenever it gets another list of these.
  const expanded = useMemo(
    () => (isSearching ? everyId : (toggled ?? [...tree.map(({ key }) => key), ...wayToChosen])),
    [isSearching, everyId, toggled, tree, wayToChosen],
  )
  const go = (number: number) => {
    onChosen?.()
    void navigate(pathTo('staff', { deptId: number }))
  }
  const mayWrite = can('staff.write')
  const drawn = useRef<ComponentRef<typeof Tree>>(null)
  const selectedId = chosen.department?.id
  useEffect(() => {
    if (selectedId) drawn.current?.scrollTo({ key: selectedId })
  }, [selectedId])
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
      {(all?.length ?? 0) > 8 && (
        <SearchField
          label={t('departments:search')}
          value={search}
          onChange={(text) => {
            setSearch(text)
            // results start at the top, wherever the list was scrolled
            drawn.current?.scrollTo(0)
          }}
        />
      )}
      <button
        type="button"
        className="departments-all"
        aria-current={chosen.kind === 'everybody' ? 'true' : undefined}
        onClick={() => go(0)}
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
        <Tree<TreeNode>
          aria-label={t('departments:title')}
          blockNode
          // only visible rows are drawn: five thousand departments open as quickly as five
          virtual
          // space above and below it: more on the page than in the drawer
          {...(isLarge ? { height: Math.max(240, innerHeight - (onChosen ? 240 : 320)) } : {})}
          ref={drawn}
          motion={false}
          treeData={tree}
          expandedKeys={expanded}
          onExpand={(keys) => setToggled(keys.map(String))}
          selectedKeys={chosen.department ? [chosen.department.id] : []}
          onSelect={(_, { node }) => go(node.department.number)}
          titleRender={({ department, people }) => (
            <DepartmentTitle
              department={department}
              people={people}
              isChosen={department.id === chosen.department?.id}
              mayWrite={mayWrite}
            />
          )}
        />
      )}
    </section>
  )
}

type TitleProps = { department: Department; people: number; isChosen: boolean; mayWrite: boolean }

function DepartmentTitle({ department, people, isChosen, mayWrite }: TitleProps) {
  const t = useText()
  const own = department.memberCount
  return (
    <span className="departments-title">
      <span className="departments-name" title={department.name}>
        {department.name}
      </span>
      <span
        className="departments-count"
        title={
          people === own ? undefined : t('departments:counted', { own: formatNumber(own), all: formatNumber(people) })
        }
      >
        {formatNumber(people)}
      </span>
      {/* only the chosen one has its menu: a menu each would cost a large tree dearly */}
      {mayWrite && isChosen && <DepartmentMenu department={department} />}
    </span>
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
