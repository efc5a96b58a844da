import type { ErrorDefinitions } from '../../error-definitions.ts'

export const openPlatformErrors = {
  'open-platform.application-not-found': {
    status: 404,
    en: 'This application no longer exists. Reload the list.',
    zh: '该应用已不存在，请刷新列表。',
    'zh-tw': '此應用程式已不存在，請重新整理清單。',
  },
  'open-platform.name-taken': {
    status: 409,
    en: 'An application with this name already exists.',
    zh: '已有同名应用。',
    'zh-tw': '已有同名的應用程式。',
  },
  'open-platform.too-many': {
    status: 409,
    en: 'There can be at most {limit}. Delete one you do not need.',
    zh: '最多 {limit} 个，请先删除不需要的。',
    'zh-tw': '最多 {limit} 個，請先刪除不需要的項目。',
  },
  'open-platform.same-domain': {
    status: 409,
    en: 'This is already the current domain.',
    zh: '该域名与当前生效的域名相同。',
    'zh-tw': '此網域與目前生效的網域相同。',
  },
  'open-platform.not-approved': {
    status: 409,
    en: 'The domain of this application is not approved yet. Wait for the review.',
    zh: '该应用的域名尚未通过审核，请等待审核结果。',
    'zh-tw': '此應用程式的網域尚未通過審核，請等候審核結果。',
  },
  'open-platform.key-not-found': {
    status: 404,
    en: 'This key no longer exists. Reload the page.',
    zh: '该密钥已不存在，请刷新页面。',
    'zh-tw': '此金鑰已不存在，請重新整理頁面。',
  },
  'open-platform.webhook-not-found': {
    status: 404,
    en: 'This webhook no longer exists. Reload the page.',
    zh: '该 Webhook 已不存在，请刷新页面。',
    'zh-tw': '此 Webhook 已不存在，請重新整理頁面。',
  },
  'open-platform.webhook-host': {
    status: 422,
    en: '{host} is not an approved domain of this application. Apply for it first.',
    zh: '{host} 不是该应用已通过审核的域名，请先申请。',
    'zh-tw': '{host} 不是此應用程式已通過審核的網域，請先申請。',
  },
  'open-platform.webhook-off': {
    status: 409,
    en: 'This webhook is off. Switch it on first.',
    zh: '该 Webhook 已停用，请先启用。',
    'zh-tw': '此 Webhook 已停用，請先啟用。',
  },
  'open-api.unsigned': {
    status: 401,
    en: 'The headers app-key, timestamp, nonce and sign must all be there.',
    zh: '请求头 app-key、timestamp、nonce、sign 缺一不可。',
    'zh-tw': '請求標頭 app-key、timestamp、nonce、sign 缺一不可。',
  },
  'open-api.key-unknown': {
    status: 401,
    en: 'There is no such app key.',
    zh: 'App Key 不存在。',
    'zh-tw': '沒有這個 App Key。',
  },
  'open-api.sign-wrong': {
    status: 401,
    en: 'The signature does not match this call. Sign the method, the path with its query, the timestamp, the nonce and the hash of the body.',
    zh: '签名与本次请求不符。参与签名的内容为：请求方法、路径（含查询参数）、时间戳、nonce 和请求体的哈希值。',
    'zh-tw': '簽章與此次請求不符。納入簽章的內容為：請求方法、路徑（含查詢參數）、時間戳記、nonce 與請求內容的雜湊值。',
  },
  'open-api.replayed': {
    status: 401,
    en: 'A call with this nonce was already answered. Each call needs a nonce of its own.',
    zh: '该 nonce 已使用过，每次请求须使用新的 nonce。',
    'zh-tw': '此 nonce 已使用過，每次請求都須使用新的 nonce。',
  },
  'open-api.address-refused': {
    status: 403,
    en: 'Calls from {address} are refused: the address is not in a domain of this application.',
    zh: '不允许来自 {address} 的请求：该地址不在应用的白名单域名内。',
    'zh-tw': '不接受來自 {address} 的請求：該位址不在應用程式的白名單網域內。',
  },
  'open-api.scope-missing': {
    status: 403,
    en: 'This key may not do that. It needs one of these scopes: {scopes}.',
    zh: '该密钥没有此权限，需要以下权限之一：{scopes}。',
    'zh-tw': '此金鑰沒有這項權限，需要下列權限之一：{scopes}。',
  },
  'open-api.too-many-streams': {
    status: 429,
    en: 'This application already has {limit} streams open. Close one of them.',
    zh: '该应用已建立 {limit} 个实时连接，请先关闭其中一个。',
    'zh-tw': '此應用程式已建立 {limit} 個即時連線，請先關閉其中一個。',
  },
} as const satisfies ErrorDefinitions
