import type { ErrorDefinitions } from '../../error-definitions.ts'

export const insideErrors = {
  'inside.person-not-found': {
    status: 404,
    en: 'This person does not exist any more. Reload the list.',
    zh: '该人员已不存在，请刷新列表。',
    'zh-tw': '此人員已不存在，請重新整理清單。',
  },
  'inside.display-not-found': {
    status: 404,
    en: 'This display no longer exists. Reload the list.',
    zh: '该大屏已不存在，请刷新列表。',
    'zh-tw': '此看板已不存在，請重新整理清單。',
  },
  'inside.display-name-taken': {
    status: 409,
    en: 'There is a display of this name already. Choose another name.',
    zh: '已有同名的大屏，请换一个名称。',
    'zh-tw': '已有同名的看板，請換一個名稱。',
  },
  'inside.too-many-displays': {
    status: 409,
    en: 'There are {max} displays already. Delete one that is no longer used.',
    zh: '大屏已达 {max} 个，请先删除不再使用的大屏。',
    'zh-tw': '看板已達 {max} 個，請先刪除不再使用的看板。',
  },
  'inside.display-over': {
    status: 404,
    en: 'The link of this display is no longer valid. Ask an administrator for a new one.',
    zh: '该大屏的链接已失效，请向管理员索取新链接。',
    'zh-tw': '此看板的連結已失效，請向管理員索取新連結。',
  },
} as const satisfies ErrorDefinitions
