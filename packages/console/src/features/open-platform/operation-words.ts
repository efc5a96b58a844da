import type { OperationWords } from '../../i18n/operation-words.ts'

export const operationWords = {
  modules: {
    'open-platform': { en: 'Open platform', zh: '开放平台', 'zh-tw': '開放平台' },
  },
  events: {
    'change-domain': { en: 'Domain change requested', zh: '申请变更域名', 'zh-tw': '申請變更網域' },
    'create-key': { en: 'Key created', zh: '创建密钥', 'zh-tw': '建立金鑰' },
    'create-webhook': { en: 'Webhook created', zh: '创建 Webhook', 'zh-tw': '建立 Webhook' },
    'delete-key': { en: 'Key revoked', zh: '删除密钥', 'zh-tw': '刪除金鑰' },
    'delete-webhook': { en: 'Webhook deleted', zh: '删除 Webhook', 'zh-tw': '刪除 Webhook' },
    replay: { en: 'Sent again', zh: '重新推送', 'zh-tw': '重新推送' },
    'rotate-key': { en: 'Secret of a key changed', zh: '更换密钥的 Secret', 'zh-tw': '更換金鑰的 Secret' },
    'rotate-webhook': {
      en: 'Secret of a webhook changed',
      zh: '更换 Webhook 的 Secret',
      'zh-tw': '更換 Webhook 的 Secret',
    },
    'test-webhook': { en: 'Test event sent', zh: '发送测试事件', 'zh-tw': '傳送測試事件' },
    'update-key': { en: 'Key changed', zh: '修改密钥', 'zh-tw': '修改金鑰' },
    'update-webhook': { en: 'Webhook changed', zh: '修改 Webhook', 'zh-tw': '修改 Webhook' },
  },
  fields: {
    scopes: { en: 'Scopes', zh: '权限范围', 'zh-tw': '權限範圍' },
    url: { en: 'Address', zh: '地址', 'zh-tw': '位址' },
    events: { en: 'Events', zh: '事件', 'zh-tw': '事件' },
  },
} as const satisfies OperationWords
