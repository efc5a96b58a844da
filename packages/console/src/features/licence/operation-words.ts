import type { OperationWords } from '../../i18n/operation-words.ts'

export const operationWords = {
  modules: {
    licence: { en: 'Licence', zh: '授权', 'zh-tw': '授權' },
  },
  events: {
    activate: { en: 'Activated', zh: '激活', 'zh-tw': '啟用' },
    'start-trial': { en: 'Trial started', zh: '开始试用', 'zh-tw': '開始試用' },
  },
} as const satisfies OperationWords
