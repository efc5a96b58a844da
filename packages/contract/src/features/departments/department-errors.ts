import type { ErrorDefinitions } from '../../error-definitions.ts'

export const departmentErrors = {
  'department.not-found': {
    status: 404,
    en: 'This department no longer exists. Reload the list.',
    zh: '该部门已不存在，请刷新列表。',
    'zh-tw': '此部門已不存在，請重新整理清單。',
  },
  'department.name-taken': {
    status: 409,
    en: 'A department with this name already exists at this level.',
    zh: '同级下已有同名部门。',
    'zh-tw': '同一層已有同名部門。',
  },
  'department.too-deep': {
    status: 422,
    en: 'Departments can be nested 15 levels deep at most.',
    zh: '部门最多 15 级。',
    'zh-tw': '部門最多 15 層。',
  },
  'department.has-members': {
    status: 409,
    en: 'This department still has {count} {count|person|people}. Move them first.',
    zh: '该部门下还有 {count} 人，请先将他们移走。',
    'zh-tw': '此部門還有 {count} 人，請先將他們移走。',
  },
  'department.has-children': {
    status: 409,
    en: 'This department still has {count} {count|department|departments} below it. Move or delete {count|it|them} first.',
    zh: '该部门下还有 {count} 个子部门，请先移走或删除。',
    'zh-tw': '此部門下還有 {count} 個下層部門，請先移走或刪除。',
  },
  'department.cycle': {
    status: 422,
    en: 'A department cannot be moved below itself.',
    zh: '不能将部门移到它自己的下级。',
    'zh-tw': '不能把部門移到它自己的下層。',
  },
} as const satisfies ErrorDefinitions
