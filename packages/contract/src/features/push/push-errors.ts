import type { ErrorDefinitions } from '../../error-definitions.ts'

export const pushErrors = {
  'push.off': {
    status: 409,
    en: 'Web Push is turned off on this server. An administrator turns it on under Service configuration.',
    zh: '此服务器未启用 Web 推送，请由管理员在“服务配置”中启用。',
    'zh-tw': '此伺服器未啟用 Web 推播，請由管理員在「服務設定」中啟用。',
  },
  'push.address-forbidden': {
    status: 409,
    en: 'The push service of this browser has an address that this server may not reach.',
    zh: '此服务器不允许访问该浏览器的推送服务地址。',
    'zh-tw': '此伺服器不允許存取該瀏覽器的推播服務位址。',
  },
  'push.key-wrong': {
    status: 422,
    en: 'The key of this browser is not one that messages can be encrypted for. Turn its notices off and on again.',
    zh: '该浏览器的密钥无法用于加密消息，请关闭后重新开启通知。',
    'zh-tw': '此瀏覽器的金鑰無法用來加密訊息，請關閉後重新開啟通知。',
  },
  'push.too-many': {
    status: 409,
    en: 'This account has the most browsers that it may have. Remove one first.',
    zh: '此账号的浏览器数量已达上限，请先移除一个。',
    'zh-tw': '此帳號的瀏覽器數量已達上限，請先移除一個。',
  },
  'push.gone': {
    status: 409,
    en: 'The push service no longer knows this browser, so it was removed. Add it again in that browser.',
    zh: '推送服务已不认识该浏览器，因此已将其移除。请在该浏览器中重新添加。',
    'zh-tw': '推播服務已不認得此瀏覽器，因此已將其移除。請在該瀏覽器中重新加入。',
  },
  'push.not-taken': {
    status: 502,
    en: 'The push service did not take the notice ({detail}). This server needs the internet to reach it.',
    zh: '推送服务未接收通知（{detail}）。此服务器需要能访问互联网才能送达。',
    'zh-tw': '推播服務未接收通知（{detail}）。此伺服器需要能連上網際網路才能送達。',
  },
  'push.not-found': {
    status: 404,
    en: 'This browser is no longer in the list.',
    zh: '该浏览器已不在列表中。',
    'zh-tw': '此瀏覽器已不在清單中。',
  },
} as const satisfies ErrorDefinitions
