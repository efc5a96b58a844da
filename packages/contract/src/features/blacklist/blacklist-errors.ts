import type { ErrorDefinitions } from '../../error-definitions.ts'

export const blacklistErrors = {
  'blacklist.not-found': {
    status: 404,
    en: 'One of these people is no longer on the blacklist. Reload the list.',
    zh: '其中有人已不在黑名单中，请刷新列表。',
    'zh-tw': '其中有人已不在黑名單中，請重新整理清單。',
  },
  'blacklist.same-phone': {
    status: 409,
    en: 'This phone number belongs to somebody on the blacklist. Check the portrait before you approve.',
    zh: '该手机号属于黑名单中的人员，请先核对照片再审批。',
    'zh-tw': '此手機號碼屬於黑名單中的人員，請先核對照片再審核。',
  },
} as const satisfies ErrorDefinitions
