import type { ErrorDefinitions } from '../../error-definitions.ts'

export const insideErrors = {
  'inside.person-not-found': {
    status: 404,
    en: 'This person does not exist any more. Reload the list.',
    zh: '该人员已不存在，请刷新列表。',
    'zh-tw': '此人員已不存在，請重新整理清單。',
  },
} as const satisfies ErrorDefinitions
