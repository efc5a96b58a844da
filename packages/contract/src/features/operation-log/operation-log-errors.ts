import type { ErrorDefinitions } from '../../error-definitions.ts'

export const operationLogErrors = {
  'operation.not-found': {
    status: 404,
    en: 'This entry of the operation log no longer exists.',
    zh: '该操作日志已不存在。',
    'zh-tw': '此操作日誌已不存在。',
  },
} as const satisfies ErrorDefinitions
