import type { ErrorDefinitions } from '../../error-definitions.ts'

export const suspensionErrors = {
  'suspension.ends-too-early': {
    status: 422,
    en: 'A suspension must end after it begins, and not in the past. Choose a later end.',
    zh: '暂停通行的结束时间必须晚于开始时间，且不能是过去的时间。请选择更晚的时间。',
    'zh-tw': '暫停通行的結束時間必須晚於開始時間，且不能是過去的時間。請選擇更晚的時間。',
  },
} as const satisfies ErrorDefinitions
