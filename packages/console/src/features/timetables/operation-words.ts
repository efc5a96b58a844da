import type { OperationWords } from '../../i18n/operation-words.ts'

export const operationWords = {
  modules: {
    timetable: { en: 'Timetables', zh: '通行时间表', 'zh-tw': '通行時間表' },
  },
  fields: {
    validFromOn: { en: 'Valid from', zh: '生效日期', 'zh-tw': '生效日期' },
    validToOn: { en: 'Valid until', zh: '失效日期', 'zh-tw': '失效日期' },
    week: { en: 'Week', zh: '每周时段', 'zh-tw': '每週時段' },
    holiday: { en: 'Holiday', zh: '节假日时段', 'zh-tw': '假日時段' },
    holidays: { en: 'Holidays', zh: '节假日', 'zh-tw': '假日' },
  },
} as const satisfies OperationWords
