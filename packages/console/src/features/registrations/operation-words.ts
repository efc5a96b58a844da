import type { OperationWords } from '../../i18n/operation-words.ts'

export const operationWords = {
  modules: {
    registration: { en: 'Registration', zh: '登记记录', 'zh-tw': '登記記錄' },
  },
  events: {
    approve: { en: 'Approved', zh: '通过', 'zh-tw': '通過' },
    register: { en: 'Registered', zh: '提交登记', 'zh-tw': '送出登記' },
    'renew-code': { en: 'QR code renewed', zh: '更换二维码', 'zh-tw': '更換 QR Code' },
    'switch-code': { en: 'QR code switched on or off', zh: '启用或停用二维码', 'zh-tw': '啟用或停用 QR Code' },
  },
} as const satisfies OperationWords
