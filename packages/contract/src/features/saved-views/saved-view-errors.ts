import type { ErrorDefinitions } from '../../error-definitions.ts'

export const savedViewErrors = {
  'view.not-found': {
    status: 404,
    en: 'This view no longer exists.',
    zh: '该视图已不存在。',
    'zh-tw': '此檢視已不存在。',
  },
  'view.name-taken': {
    status: 409,
    en: 'You already have a view with this name.',
    zh: '您已有同名视图。',
    'zh-tw': '您已有同名的檢視。',
  },
  'view.too-many': {
    status: 422,
    en: 'An account keeps at most 50 views. Delete one first.',
    zh: '每个账号最多保存 50 个视图，请先删除一个。',
    'zh-tw': '每個帳號最多儲存 50 個檢視，請先刪除一個。',
  },
  'view.too-many-shared': {
    status: 422,
    en: 'A list has at most 20 shared views. Delete one first.',
    zh: '每个列表最多有 20 个共享视图，请先删除一个。',
    'zh-tw': '每個清單最多有 20 個共用檢視，請先刪除一個。',
  },
  'view.not-your-page': {
    status: 403,
    en: 'Your role does not open this page.',
    zh: '您的角色无权打开该页面。',
    'zh-tw': '您的角色無權開啟此頁面。',
  },
  'view.sharing-denied': {
    status: 403,
    en: 'Your role keeps views for itself and shares none.',
    zh: '您的角色只能保存自己的视图，不能共享。',
    'zh-tw': '您的角色只能儲存自己的檢視，不能共用。',
  },
} as const satisfies ErrorDefinitions
