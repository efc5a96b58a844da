import type { OperationWords } from '../../i18n/operation-words.ts'

export const operationWords = {
  modules: {
    view: { en: 'Saved views', zh: '已存视图', 'zh-tw': '已儲存的檢視' },
  },
  events: {},
  fields: {
    isShared: { en: 'Shared', zh: '共享', 'zh-tw': '共用' },
    query: { en: 'Filters and order', zh: '筛选与排序', 'zh-tw': '篩選與排序' },
  },
} as const satisfies OperationWords
