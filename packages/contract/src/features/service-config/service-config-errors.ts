import type { ErrorDefinitions } from '../../error-definitions.ts'

export const serviceConfigErrors = {
  'make.not-set-here': {
    status: 409,
    en: 'Whether this server takes terminals of this make is fixed by its operator, and not set here.',
    zh: '此服务器是否接入该厂商的终端由运维人员在服务器上固定，不能在此设置。',
    'zh-tw': '此伺服器是否接受該廠商的終端機由維運人員在伺服器上固定，無法在此設定。',
  },
  'recogniser.not-here': {
    status: 404,
    en: 'This face recogniser is not on the server.',
    zh: '服务器上没有该人脸识别模型。',
    'zh-tw': '伺服器上沒有此人臉辨識模型。',
  },
  'mail.not-set': {
    status: 409,
    en: 'No mail server is set, so nothing was sent. Links can be passed on in another way.',
    zh: '尚未设置邮件服务器，邮件未发送。链接可用其他方式发送。',
    'zh-tw': '尚未設定郵件伺服器，郵件未寄出。連結可用其他方式傳送。',
  },
  'mail.password-needed': {
    status: 422,
    en: 'The server or the account has changed: enter the password again.',
    zh: '服务器或账号已变更，请重新输入密码。',
    'zh-tw': '伺服器或帳號已變更，請重新輸入密碼。',
  },
  'mail.certificate-invalid': {
    status: 422,
    en: 'This is not a certificate in PEM form.',
    zh: '这不是 PEM 格式的证书。',
    'zh-tw': '這不是 PEM 格式的憑證。',
  },
  'mail.unreachable': {
    status: 422,
    en: 'The mail server cannot be reached: {detail}. Check its address and port.',
    zh: '无法连接邮件服务器：{detail}。请检查地址和端口。',
    'zh-tw': '無法連線至郵件伺服器：{detail}。請檢查位址和連接埠。',
  },
  'mail.tls-failed': {
    status: 422,
    en: 'No secure connection to the mail server: {detail}. Check the kind of encryption and the certificate.',
    zh: '无法与邮件服务器建立加密连接：{detail}。请检查加密方式和证书。',
    'zh-tw': '無法與郵件伺服器建立加密連線：{detail}。請檢查加密方式和憑證。',
  },
  'mail.login-refused': {
    status: 422,
    en: 'The mail server refused the account or its password: {detail}',
    zh: '邮件服务器拒绝了该账号或密码：{detail}',
    'zh-tw': '郵件伺服器拒絕了該帳號或密碼：{detail}',
  },
  'mail.refused': {
    status: 422,
    en: 'The mail server refused the mail: {detail}',
    zh: '邮件服务器拒收该邮件：{detail}',
    'zh-tw': '郵件伺服器拒收這封郵件：{detail}',
  },
  'clock.too-far': {
    status: 422,
    en: 'This time is {seconds} s from the clock of your computer; at most {limit} s are allowed. Set the clock of your computer first.',
    zh: '该时间与您电脑的时间相差 {seconds} 秒，最多允许 {limit} 秒。请先校准电脑时间。',
    'zh-tw': '該時間與您電腦的時間相差 {seconds} 秒，最多允許 {limit} 秒。請先校準電腦時間。',
  },
  'clock.outside-licence': {
    status: 422,
    en: 'The licence is valid from {from} to {to}: at this time nobody could sign in. Choose a time within this period.',
    zh: '该时间不在授权有效期内（{from} 至 {to}），设置后将无人能登录。请选择有效期内的时间。',
    'zh-tw': '該時間不在授權有效期內（{from} 至 {to}），設定後將無人能登入。請選擇有效期內的時間。',
  },
} as const satisfies ErrorDefinitions
