import type { ErrorDefinitions } from '../../error-definitions.ts'

export const visitErrors = {
  'visit.not-found': {
    status: 404,
    en: 'This visit no longer exists. Reload the list.',
    zh: '该来访已不存在，请刷新列表。',
    'zh-tw': '此來訪已不存在，請重新整理清單。',
  },
  'visit.link-over': {
    status: 404,
    en: 'This link was used, was withdrawn or has expired. Ask for a new one.',
    zh: '该链接已使用、已撤回或已过期，请重新获取。',
    'zh-tw': '此連結已使用、已撤回或已過期，請重新索取。',
  },
  'visit.decided': {
    status: 409,
    en: 'This visit was answered already.',
    zh: '该来访已处理过。',
    'zh-tw': '此來訪已處理過。',
  },
  'visit.incomplete': {
    status: 409,
    en: 'The visitor has not filled in their part yet.',
    zh: '访客尚未填写资料。',
    'zh-tw': '訪客尚未填寫資料。',
  },
  'visit.ask-reception': {
    status: 409,
    en: 'This visit has to be answered at the reception.',
    zh: '该来访需要由前台处理。',
    'zh-tw': '此來訪須由櫃台處理。',
  },
  'visit.ends-another': {
    status: 409,
    en: '{name} has another visit, which this one would end. Compare both, and approve again to confirm.',
    zh: '{name} 还有另一次来访，同意后那次来访将作废。请核对两次来访，确认无误后再次同意。',
    'zh-tw': '{name} 還有另一次來訪，同意後該次來訪將作廢。請核對兩次來訪，確認無誤後再次同意。',
  },
} as const satisfies ErrorDefinitions
