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
    en: 'The push service of this browser has an address that this server may not reach. Use another browser, or ask whoever runs the server to allow the address.',
    zh: '此服务器不允许访问该浏览器的推送服务地址。请改用其他浏览器，或联系服务器运维人员放行该地址。',
    'zh-tw': '此伺服器不允許存取此瀏覽器的推播服務位址。請改用其他瀏覽器，或請伺服器維運人員開放該位址。',
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
  'push.no-answer': {
    status: 502,
    en: 'The push service {service} did not answer in time. Test again in a few minutes; if it stays silent, check whether this server reaches the internet.',
    zh: '推送服务 {service} 未在规定时间内应答。请过几分钟再测试；如仍无应答，请检查此服务器能否访问互联网。',
    'zh-tw': '推播服務 {service} 未在時限內回應。請過幾分鐘再測試；若仍無回應，請檢查此伺服器能否連上網際網路。',
  },
  'push.no-connection': {
    status: 502,
    en: 'This server could not connect to the push service {service}. Check that it reaches the internet and that no firewall is in between, then test again.',
    zh: '此服务器无法连接推送服务 {service}。请检查服务器能否访问互联网、是否被防火墙拦截，然后再测试。',
    'zh-tw': '此伺服器無法連線到推播服務 {service}。請檢查伺服器能否連上網際網路、是否遭防火牆阻擋，然後再測試。',
  },
  'push.no-address': {
    status: 502,
    en: 'This server cannot find the push service {service}. Check that it reaches the internet and that its DNS server resolves names, then test again.',
    zh: '此服务器无法解析推送服务 {service} 的域名。请检查服务器能否访问互联网、DNS 设置是否正确，然后再测试。',
    'zh-tw':
      '此伺服器無法解析推播服務 {service} 的網域名稱。請檢查伺服器能否連上網際網路、DNS 設定是否正確，然後再測試。',
  },
  'push.http-forbidden': {
    status: 502,
    en: 'The push service {service} has no encrypted address, and is outside of your network. Remove this browser and add another one.',
    zh: '推送服务 {service} 不在内部网络中，且未使用加密连接。请移除该浏览器，改用其他浏览器。',
    'zh-tw': '推播服務 {service} 不在內部網路中，且未使用加密連線。請移除此瀏覽器，改用其他瀏覽器。',
  },
  'push.redirected': {
    status: 502,
    en: 'Something between this server and the push service {service}, such as a proxy, sent the notice elsewhere. Let the server reach it directly, then test again.',
    zh: '此服务器与推送服务 {service} 之间有代理等设备将通知重定向。请允许服务器直接访问该服务，然后再测试。',
    'zh-tw':
      '此伺服器與推播服務 {service} 之間有代理伺服器等設備將通知重新導向。請允許伺服器直接存取該服務，然後再測試。',
  },
  'push.refused': {
    status: 502,
    en: 'The push service {service} refused the notice ({answer}). Test again in a few minutes; if it still refuses, remove this browser and add it again.',
    zh: '推送服务 {service} 拒收了通知（{answer}）。请过几分钟再测试；如仍被拒收，请移除该浏览器后重新添加。',
    'zh-tw': '推播服務 {service} 拒收了通知（{answer}）。請過幾分鐘再測試；若仍遭拒收，請移除此瀏覽器後重新加入。',
  },
  'push.key-unreadable': {
    status: 409,
    en: 'This server cannot decrypt the keys of this browser. Remove the browser and add it again; if that fails too, ask whoever runs the server whether its master key was replaced.',
    zh: '此服务器无法解密该浏览器的密钥。请移除该浏览器后重新添加；如仍失败，请向服务器运维人员确认主密钥是否被更换。',
    'zh-tw':
      '此伺服器無法解密此瀏覽器的金鑰。請移除此瀏覽器後重新加入；若仍失敗，請向伺服器維運人員確認主金鑰是否已更換。',
  },
  'push.not-found': {
    status: 404,
    en: 'This browser is no longer in the list.',
    zh: '该浏览器已不在列表中。',
    'zh-tw': '此瀏覽器已不在清單中。',
  },
} as const satisfies ErrorDefinitions
