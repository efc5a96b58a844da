import type { OperationWords } from '../../i18n/operation-words.ts'

export const operationWords = {
  modules: {
    visitor: { en: 'Visitors', zh: '访客', 'zh-tw': '訪客' },
  },
  events: {
    answer: { en: 'Host answered', zh: '接待人答复', 'zh-tw': '接待人答覆' },
    'complete-visit': { en: 'Visitor filled in', zh: '访客填写资料', 'zh-tw': '訪客填寫資料' },
    'create-pass': { en: 'Pass created', zh: '生成通行码', 'zh-tw': '產生通行碼' },
    extend: { en: 'Period extended', zh: '延长有效期', 'zh-tw': '延長有效期' },
    group: { en: 'Groups changed', zh: '更改人员组', 'zh-tw': '更改人員群組' },
    invite: { en: 'Invited', zh: '邀请', 'zh-tw': '邀請' },
    'mail-pass': { en: 'Pass mailed', zh: '邮件发送通行码', 'zh-tw': '以電子郵件寄送通行碼' },
    'renew-link': { en: 'Link renewed', zh: '生成新链接', 'zh-tw': '更新連結' },
    'renew-walk-in-link': { en: 'Walk-in link renewed', zh: '重新生成前台登记码', 'zh-tw': '重新產生櫃台登記碼' },
    'revoke-pass': { en: 'Pass revoked', zh: '撤销通行码', 'zh-tw': '撤銷通行碼' },
    'walk-in': { en: 'Walk-in registered', zh: '前台登记', 'zh-tw': '櫃台登記' },
  },
  fields: {
    mode: { en: 'Calibration', zh: '校准方式', 'zh-tw': '校準方式' },
    purpose: { en: 'Purpose', zh: '来访事由', 'zh-tw': '來訪事由' },
    host: { en: 'Host', zh: '接待人', 'zh-tw': '接待人' },
    validFromAt: { en: 'Valid from', zh: '有效期自', 'zh-tw': '有效期自' },
    validToAt: { en: 'Valid until', zh: '有效期至', 'zh-tw': '有效期至' },
    guestRating: { en: 'Guest rating', zh: '访客等级', 'zh-tw': '訪客等級' },
    company: { en: 'Company', zh: '公司', 'zh-tw': '公司' },
  },
} as const satisfies OperationWords
