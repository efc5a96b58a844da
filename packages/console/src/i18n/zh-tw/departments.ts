import type { departments as english } from '../en/departments.ts'
import type { SameShape } from '../same-shape.ts'

export const departments = {
  title: '部門',
  search: '尋找部門',
  all: '所有人員',
  none: '未分配部門',
  add: '新增部門',
  addBelow: '新增下層部門',
  edit: '重新命名或移動',
  delete: '刪除',
  actions: '{name} 的操作',
  noMatch: '沒有這個名稱的部門。',
  emptyTitle: '還沒有部門',
  emptyText: '用部門來歸類員工。請新增第一個部門。',
  counted: '本部門 {own} 人，含下層部門共 {all} 人',
  show: '選擇部門',
  form: {
    create: '新增部門',
    edit: '部門 {name}',
    name: '名稱',
    parent: '上層部門',
    parentNone: '無（最上層）',
    manager: '主管',
    managerHint: '輸入姓名以搜尋員工。',
    submit: '新增部門',
  },
  created: '已新增部門 {name}',
  saved: '已儲存部門 {name}',
  deleted: '已刪除部門 {name}',
  confirm: {
    title: '刪除部門 {name}？',
    deed: '刪除部門',
  },
  refused: {
    title: '{name} 目前不能刪除',
    showMembers: '檢視這些人員',
    showChildren: '檢視下層部門',
  },
} as const satisfies SameShape<typeof english>
