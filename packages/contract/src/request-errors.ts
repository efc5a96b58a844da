import type { ErrorDefinitions } from './error-definitions.ts'

/** The errors that any route may answer with, whatever its subject. */
export const requestErrors = {
  'request.invalid': {
    status: 400,
    en: 'Something in this request is not right: {fields}. Correct it and try again.',
    zh: '提交的内容有误：{fields}。请更正后重试。',
    'zh-tw': '送出的內容有誤：{fields}。請更正後再試。',
  },
  'request.unknown-key': {
    status: 400,
    en: 'This call has no parameter {keys}. Correct the spelling, or leave it out; nothing was done.',
    zh: '此接口没有名为 {keys} 的参数。请更正拼写或将其去掉；本次未做任何操作。',
    'zh-tw': '這個介面沒有名為 {keys} 的參數。請更正拼字或將其移除；這次沒有執行任何動作。',
  },
  'request.unsigned': {
    status: 400,
    en: 'The signature of the request is wrong. Reload the page and try again.',
    zh: '请求签名不正确，请刷新页面后重试。',
    'zh-tw': '請求簽章不正確，請重新整理頁面後再試。',
  },
  'request.clock-off': {
    status: 400,
    en: 'The clock of this computer is {seconds} {seconds|second|seconds} off the server’s. Correct the clock, then try again.',
    zh: '本机时间与服务器相差 {seconds} 秒。请先校准本机时间，再重试。',
    'zh-tw': '這台電腦的時間與伺服器相差 {seconds} 秒。請先校正電腦時間，再試一次。',
  },
  'request.too-large': {
    status: 413,
    en: 'This is larger than the limit of {limit}. Choose a smaller file, or send less at once.',
    zh: '内容超过上限（{limit}），请分次提交。',
    'zh-tw': '內容超過上限（{limit}），請分次送出。',
  },
  'request.too-many': {
    status: 429,
    en: 'Too many requests. Wait {seconds} {seconds|second|seconds} and try again.',
    zh: '请求过于频繁，请在 {seconds} 秒后重试。',
    'zh-tw': '請求太頻繁，請在 {seconds} 秒後再試。',
  },
  'request.not-found': {
    status: 404,
    en: 'There is nothing at this address.',
    zh: '请求的地址不存在。',
    'zh-tw': '找不到這個位址。',
  },
  'request.unsupported-type': {
    status: 415,
    en: 'This kind of content is not accepted here.',
    zh: '此处不接受这种类型的内容。',
    'zh-tw': '這裡不接受這種類型的內容。',
  },
  'request.encoded': {
    status: 415,
    en: 'Compressed content ({encoding}) is not accepted here. Send it as it is, without Content-Encoding.',
    zh: '此处不接受压缩内容（{encoding}）。请不要压缩，去掉 Content-Encoding 后再发送。',
    'zh-tw': '這裡不接受壓縮內容（{encoding}）。請不要壓縮，去掉 Content-Encoding 後再送出。',
  },
  'server.failed': {
    status: 500,
    en: 'Something failed on the server. Try again; if it keeps failing, give your administrator the number {requestId}.',
    zh: '服务器处理失败，请重试；如仍未恢复，请将编号 {requestId} 告知管理员。',
    'zh-tw': '伺服器處理失敗，請再試一次；若仍未恢復，請將編號 {requestId} 告知管理員。',
  },
  'server.busy': {
    status: 503,
    en: 'The server is busy at the moment. Try again in a few seconds.',
    zh: '服务器繁忙，请稍候几秒再试。',
    'zh-tw': '伺服器忙碌中，請稍候幾秒再試。',
  },
  'server.stopping': {
    status: 503,
    en: 'The server is being restarted or shut down. Nothing was lost: try again in a few seconds.',
    zh: '服务器正在重启或关闭，数据没有丢失。请几秒后重试。',
    'zh-tw': '伺服器正在重新啟動或關閉，資料沒有遺失。請幾秒後再試。',
  },
  'server.disk-full': {
    status: 503,
    en: 'The disk of the server is full, so nothing can be stored. What was stored is safe. Ask your administrator to free up space, then try again.',
    zh: '服务器磁盘已满，无法保存。已保存的内容不受影响，请联系管理员清理磁盘空间后重试。',
    'zh-tw': '伺服器磁碟已滿，無法儲存。已儲存的內容不受影響，請聯絡管理員釋出磁碟空間後再試。',
  },
  'server.storage-away': {
    status: 503,
    en: 'The server cannot reach its database or its storage at the moment. What was stored is safe. Try again in a few seconds; if it keeps failing, tell your administrator.',
    zh: '服务器暂时无法访问数据库或存储，已保存的内容不受影响。请稍等几秒后重试；如仍无法使用，请联系管理员。',
    'zh-tw': '伺服器暫時無法存取資料庫或儲存空間，已儲存的內容不受影響。請稍候幾秒再試；若仍無法使用，請聯絡管理員。',
  },
} as const satisfies ErrorDefinitions
