import type { OperationWords } from '../../i18n/operation-words.ts'

export const operationWords = {
  modules: {
    inside: { en: 'People inside', zh: '在场人员', 'zh-tw': '在場人員' },
  },
  events: {
    'correct-location': { en: 'Location corrected', zh: '更正位置', 'zh-tw': '更正位置' },
    'correct-locations': { en: 'Locations corrected', zh: '批量更正位置', 'zh-tw': '批次更正位置' },
    'create-display': { en: 'Lobby display created', zh: '创建大堂大屏', 'zh-tw': '建立大廳看板' },
    'delete-display': { en: 'Lobby display deleted', zh: '删除大堂大屏', 'zh-tw': '刪除大廳看板' },
  },
  fields: {
    area: { en: 'Area', zh: '区域', 'zh-tw': '區域' },
  },
} as const satisfies OperationWords
