import type { OperationWords } from '../../i18n/operation-words.ts'

export const operationWords = {
  modules: {
    blacklist: { en: 'Blacklist', zh: '黑名单', 'zh-tw': '黑名單' },
  },
  events: {
    'blacklist-again': {
      en: 'Blacklisted again after a restore',
      zh: '恢复后再次加入黑名单',
      'zh-tw': '還原後再次加入黑名單',
    },
    'move-in': { en: 'Moved in', zh: '移入', 'zh-tw': '移入' },
    'move-out': { en: 'Moved out', zh: '移出', 'zh-tw': '移出' },
  },
} as const satisfies OperationWords
