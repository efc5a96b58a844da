import type { OperationWords } from '../../i18n/operation-words.ts'

export const operationWords = {
  modules: {
    policy: { en: 'Passage policies', zh: '通行策略', 'zh-tw': '通行策略' },
  },
  fields: {
    timetable: { en: 'Timetable', zh: '通行时间表', 'zh-tw': '通行時間表' },
  },
} as const satisfies OperationWords
