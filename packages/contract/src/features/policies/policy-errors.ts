import type { ErrorDefinitions } from '../../error-definitions.ts'

export const policyErrors = {
  'policy.not-found': {
    status: 404,
    en: 'This policy no longer exists. Reload the list.',
    zh: '该通行策略已不存在，请刷新列表。',
    'zh-tw': '此通行策略已不存在，請重新整理清單。',
  },
  'policy.exists': {
    status: 409,
    en: 'This device already has this policy.',
    zh: '该设备已有相同的通行策略。',
    'zh-tw': '此設備已有相同的通行策略。',
  },
  'policy.changed-meanwhile': {
    status: 409,
    en: 'Somebody else changed this meanwhile: {cells}. Nothing was saved. Look at it and change it again.',
    zh: '以下内容刚刚被他人修改：{cells}。未保存任何更改，请查看后重新修改。',
    'zh-tw': '以下內容剛剛被他人變更：{cells}。未儲存任何變更，請檢視後重新變更。',
  },
  'policy.group-kind': {
    status: 422,
    en: 'Policies are for staff and visitor groups. {name} is a blacklist group.',
    zh: '通行策略只适用于员工组和访客组，{name} 是黑名单组。',
    'zh-tw': '通行策略只適用於員工群組和訪客群組，{name} 是黑名單群組。',
  },
} as const satisfies ErrorDefinitions
