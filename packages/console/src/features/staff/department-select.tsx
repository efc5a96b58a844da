import { useQuery } from '@tanstack/react-query'
import { TreeSelect } from 'antd'
import { useMemo } from 'react'
import { currentLanguage } from '../../lib/language.ts'
import { departmentBranch, departmentPath, departmentTree, type DepartmentNode } from './department-tree.ts'
import { departmentList } from './staff-queries.ts'

type Choice = { value: string; title: string; disabled: boolean; children: Choice[] }

function choicesOf(nodes: readonly DepartmentNode[], barred: ReadonlySet<string>): Choice[] {
  return nodes.map(({ department, children }) => ({
    value: department.id,
    title: department.name,
    disabled: barred.has(department.id),
    children: choicesOf(children, barred),
  }))
}

type Props = {
  id?: string
  value?: string
  onChange?: (id: string | undefined) => void
  placeholder: string
  /** This department and all below it cannot be chosen: nothing moves below itself. */
  except?: string
}

/** Small trees are expanded; large ones down to the choice. A search expands its results. */
const maxOpen = 100

export function DepartmentSelect({ except, ...rest }: Props) {
  const departments = useQuery(departmentList)
  const choices = useMemo(() => {
    const all = departments.data ?? []
    return choicesOf(departmentTree(all, currentLanguage()), except ? departmentBranch(all, except) : new Set())
  }, [departments.data, except])
  const opened = useMemo(() => {
    const all = departments.data ?? []
    const open = all.length <= maxOpen ? all : rest.value ? departmentPath(all, rest.value) : []
    return open.map(({ id }) => id)
  }, [departments.data, rest.value])
  return (
    <TreeSelect<string | undefined>
      treeData={choices}
      treeDefaultExpandedKeys={opened}
      classNames={{ popup: { root: 'department-choices' } }}
      showSearch
      treeNodeFilterProp="title"
      allowClear
      loading={departments.isPending}
      {...rest}
    />
  )
}
