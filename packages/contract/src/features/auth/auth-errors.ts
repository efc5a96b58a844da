import type { ErrorDefinitions } from '../../error-definitions.ts'

export const authErrors = {
  'auth.session-expired': {
    status: 401,
    en: 'Your session has expired. Please sign in and try again',
    zh: '登录已过期，请重新登录后再试',
    'zh-tw': '登入已逾時，請重新登入後再試',
  },
  'auth.permission-denied': {
    status: 403,
    en: 'Permission denied',
    zh: '没有权限',
    'zh-tw': '沒有權限',
  },
  'auth.password-change-required': {
    status: 403,
    en: 'Choose a new password first.',
    zh: '请先设置新密码。',
    'zh-tw': '請先設定新密碼。',
  },
  'auth.key-expired': {
    status: 400,
    en: 'The login page was open for too long. Try again.',
    zh: '登录页停留时间过长，请重试。',
    'zh-tw': '登入頁停留太久，請再試一次。',
  },
  'auth.wrong-credentials': {
    status: 401,
    en: 'The account or the password is wrong.',
    zh: '账号或密码错误。',
    'zh-tw': '帳號或密碼錯誤。',
  },
  'auth.throttled': {
    status: 429,
    en: 'Too many failed attempts. Wait {seconds} {seconds|second|seconds} and try again.',
    zh: '失败次数过多，请在 {seconds} 秒后重试。',
    'zh-tw': '失敗次數過多，請在 {seconds} 秒後再試。',
  },
  'auth.account-disabled': {
    status: 403,
    en: 'This account is disabled. Ask the super administrator.',
    zh: '该账号已停用，请联系超级管理员。',
    'zh-tw': '此帳號已停用，請聯絡超級管理員。',
  },
  'auth.internet-stopped': {
    status: 403,
    en: 'This installation can be reached from the internet and its 30 days are over: only the super administrator can sign in. Doors keep working.',
    zh: '该系统部署在公网，30 天期限已过：仅超级管理员可以登录，门禁不受影响。',
    'zh-tw': '此系統可從網際網路存取，30 天期限已過：僅超級管理員可以登入，門禁不受影響。',
  },
  'auth.password-weak': {
    status: 422,
    en: 'Use {min}-{max} letters, digits or underscores, and not a common password.',
    zh: '密码须为 {min}-{max} 位字母、数字或下划线，且不能是常见密码。',
    'zh-tw': '密碼須為 {min}-{max} 個英文字母、數字或底線，且不能是常見密碼。',
  },
  'auth.password-same': {
    status: 422,
    en: 'The new password is the same as the old one. Choose another.',
    zh: '新密码与原密码相同，请另设一个。',
    'zh-tw': '新密碼與原密碼相同，請另設一個。',
  },
  'auth.password-wrong': {
    status: 422,
    en: 'The current password is wrong.',
    zh: '当前密码不正确。',
    'zh-tw': '目前的密碼不正確。',
  },
  'auth.code-required': {
    status: 401,
    en: 'Enter the code from your authenticator app.',
    zh: '请输入身份验证器中的验证码。',
    'zh-tw': '請輸入驗證器應用程式中的驗證碼。',
  },
  'auth.code-wrong': {
    status: 422,
    en: 'The code is wrong, or was used already. Wait for the next one, or use a recovery code.',
    zh: '验证码错误或已使用。请等待下一个验证码，或使用恢复码。',
    'zh-tw': '驗證碼錯誤或已使用。請等待下一個驗證碼，或使用復原碼。',
  },
  'session.not-found': {
    status: 404,
    en: 'This session has ended already.',
    zh: '该会话已结束。',
    'zh-tw': '該工作階段已結束。',
  },
  'second-factor.on': {
    status: 409,
    en: 'The second factor is on already.',
    zh: '双重验证已开启。',
    'zh-tw': '雙重驗證已開啟。',
  },
  'second-factor.off': {
    status: 409,
    en: 'The second factor is not on.',
    zh: '双重验证未开启。',
    'zh-tw': '雙重驗證未開啟。',
  },
  'second-factor.not-offered': {
    status: 409,
    en: 'Start again: the key was not shown, or has expired.',
    zh: '密钥尚未显示或已失效，请重新开始。',
    'zh-tw': '密鑰尚未顯示或已失效，請重新開始。',
  },
  'second-factor.code-wrong': {
    status: 422,
    en: 'This code does not match the key. Check that the phone shows the right time, and enter the code that the app shows now.',
    zh: '验证码与密钥不符。请确认手机时间准确，再输入应用当前显示的验证码。',
    'zh-tw': '驗證碼與密鑰不符。請確認手機時間正確，再輸入應用程式目前顯示的驗證碼。',
  },
} as const satisfies ErrorDefinitions
