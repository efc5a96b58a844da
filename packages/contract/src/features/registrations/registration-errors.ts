import type { ErrorDefinitions } from '../../error-definitions.ts'

export const registrationErrors = {
  'registration.not-found': {
    status: 404,
    en: 'This registration no longer exists.',
    zh: '该登记记录已不存在。',
    'zh-tw': '這筆登記記錄已不存在。',
  },
  'registration.decided': {
    status: 409,
    en: 'This registration has already been decided.',
    zh: '该登记已由他人处理。',
    'zh-tw': '這筆登記已由他人處理。',
  },
  'registration.link-unknown': {
    status: 404,
    en: 'This link no longer works. Ask for the current QR code.',
    zh: '此链接已失效，请索取最新的二维码。',
    'zh-tw': '此連結已失效，請索取最新的 QR Code。',
  },
  'registration.no-code': {
    status: 409,
    en: 'There is no QR code yet. Create one first.',
    zh: '尚未生成二维码，请先生成。',
    'zh-tw': '尚未產生 QR Code，請先產生。',
  },
  'registration.too-many': {
    status: 429,
    en: 'Too many registrations are waiting. Ask the person who reviews them, and try again later.',
    zh: '待审核的登记过多，请联系审核人员后再试。',
    'zh-tw': '待審核的登記過多，請聯絡審核人員後再試。',
  },
} as const satisfies ErrorDefinitions
