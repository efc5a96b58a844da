import type { ErrorDefinitions } from '../../error-definitions.ts'

export const visitorPassErrors = {
  'pass.not-found': {
    status: 404,
    en: 'This pass no longer exists.',
    zh: '该通行码已不存在。',
    'zh-tw': '此通行碼已不存在。',
  },
  'pass.no-email': {
    status: 422,
    en: 'This visitor has no e-mail address. Add one, or show the pass on the screen.',
    zh: '该访客没有邮箱。请先添加，或在屏幕上出示通行码。',
    'zh-tw': '此訪客沒有電子郵件。請先新增，或在螢幕上出示通行碼。',
  },
} as const satisfies ErrorDefinitions
