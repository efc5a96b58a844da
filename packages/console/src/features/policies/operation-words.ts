import type { OperationWords } from '../../i18n/operation-words.ts'

export const operationWords = {
  modules: {
    policy: { en: 'Passage policies', zh: '通行策略', 'zh-tw': '通行策略' },
  },
  events: {
    'save-matrix': { en: 'Changed in the matrix', zh: '在矩阵中修改', 'zh-tw': '在矩陣中變更' },
    'preview-matrix': { en: 'Change of the matrix previewed', zh: '预览矩阵修改', 'zh-tw': '預覽矩陣變更' },
  },
  fields: {
    access: { en: 'Who passes which door', zh: '通行权限', 'zh-tw': '通行權限' },
    changes: { en: 'Changes', zh: '变更', 'zh-tw': '變更' },
    timetable: { en: 'Timetable', zh: '通行时间表', 'zh-tw': '通行時間表' },
  },
} as const satisfies OperationWords
