import type { ErrorDefinitions } from '../../error-definitions.ts'

export const openidErrors = {
  'openid.off': {
    status: 404,
    en: 'Signing in at an OpenID provider is not set up here.',
    zh: '此处未设置 OpenID 登录。',
    'zh-tw': '此處未設定 OpenID 登入。',
  },
  'openid.attempt-over': {
    status: 400,
    en: 'This sign-in took too long, or was already used. Start again.',
    zh: '本次登录已超时或已使用，请重新开始。',
    'zh-tw': '本次登入已逾時或已使用，請重新開始。',
  },
  'openid.no-role': {
    status: 403,
    en: 'None of your groups may use this console. Ask the administrator.',
    zh: '您所在的组无权使用本控制台，请联系管理员。',
    'zh-tw': '您所屬的群組無權使用本控制台，請聯絡管理員。',
  },
  'openid.account-taken': {
    status: 409,
    en: 'An account with your name and a password already exists here. Ask the administrator.',
    zh: '此处已有同名的密码账号，请联系管理员。',
    'zh-tw': '此處已有同名的密碼帳號，請聯絡管理員。',
  },
} as const satisfies ErrorDefinitions
