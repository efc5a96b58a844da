import type { departments as english } from '../en/departments.ts'
import type { SameShape } from '../same-shape.ts'

export const departments = {
  title: '部门',
  search: '查找部门',
  all: '全部人员',
  none: '未分配部门',
  add: '添加部门',
  addBelow: '添加下级部门',
  edit: '重命名或移动',
  delete: '删除',
  actions: '{name} 的操作',
  noMatch: '没有这个名称的部门。',
  emptyTitle: '还没有部门',
  emptyText: '用部门来归类员工。请添加第一个部门。',
  counted: '本部门 {own} 人，含下级部门共 {all} 人',
  show: '选择部门',
  form: {
    create: '添加部门',
    edit: '部门 {name}',
    name: '名称',
    parent: '上级部门',
    parentNone: '无（最上层）',
    manager: '负责人',
    managerHint: '输入姓名以搜索员工。',
    submit: '添加部门',
  },
  created: '已添加部门 {name}',
  saved: '已保存部门 {name}',
  deleted: '已删除部门 {name}',
  confirm: {
    title: '删除部门 {name}？',
    deed: '删除部门',
  },
  refused: {
    title: '{name} 暂时不能删除',
    showMembers: '查看这些人员',
    showChildren: '查看下级部门',
  },
} as const satisfies SameShape<typeof english>
