import type { ErrorDefinitions } from '../../error-definitions.ts'

export const personGroupErrors = {
  'group.not-found': {
    status: 404,
    en: 'This group no longer exists. Reload the page.',
    zh: '该组已不存在，请刷新页面。',
    'zh-tw': '此群組已不存在，請重新整理頁面。',
  },
  'group.name-taken': {
    status: 409,
    en: 'A group with this name already exists.',
    zh: '已有同名的组。',
    'zh-tw': '已有同名的群組。',
  },
  'group.too-many': {
    status: 409,
    en: 'There can be at most {limit} groups of each kind. Delete one you no longer need.',
    zh: '每类最多 {limit} 个组，请先删除不再需要的组。',
    'zh-tw': '每類最多 {limit} 個群組，請先刪除不再需要的群組。',
  },
  'group.is-default': {
    status: 409,
    en: 'The default group cannot be deleted: new devices are bound to it.',
    zh: '默认组不能删除：新设备会绑定到它。',
    'zh-tw': '預設群組不能刪除：新設備會綁定到它。',
  },
} as const satisfies ErrorDefinitions
