import type { ErrorDefinitions } from '../../error-definitions.ts'

export const accountErrors = {
  'account.not-found': {
    status: 404,
    en: 'This account no longer exists.',
    zh: '该账号已不存在。',
    'zh-tw': '該帳號已不存在。',
  },
  'account.taken': {
    status: 409,
    en: 'An account with this name, or one that looks the same, already exists. Choose another.',
    zh: '该账号名已被使用，或与已有账号名外观相同，请换一个。',
    'zh-tw': '該帳號名稱已有人使用，或與現有帳號名稱外觀相同，請換一個。',
  },
  'account.is-super-admin': {
    status: 409,
    en: 'The super admin cannot be changed this way. Hand the role over first.',
    zh: '不能这样更改超级管理员，请先移交该角色。',
    'zh-tw': '無法以此方式變更超級管理員，請先移交該角色。',
  },
  'account.is-external': {
    status: 409,
    en: 'This account signs in at the OpenID provider: its password and its second factor are managed there.',
    zh: '该账号通过 OpenID 登录，其密码和双重验证由身份提供方管理。',
    'zh-tw': '該帳號透過 OpenID 登入，其密碼和雙重驗證由身分提供者管理。',
  },
  'account.cannot-take-over': {
    status: 409,
    en: 'This account is disabled, still has its initial password or signs in at the OpenID provider. It cannot become super admin.',
    zh: '该账号已停用、仍在使用初始密码，或通过 OpenID 登录，不能成为超级管理员。',
    'zh-tw': '該帳號已停用、仍在使用初始密碼，或透過 OpenID 登入，無法成為超級管理員。',
  },
} as const satisfies ErrorDefinitions
