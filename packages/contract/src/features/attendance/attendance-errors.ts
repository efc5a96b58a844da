import type { ErrorDefinitions } from '../../error-definitions.ts'

export const attendanceErrors = {
  'attendance.no-recipients': {
    status: 409,
    en: 'The report has no recipients yet. Add recipients, save, and then send it.',
    zh: '月报还没有收件人。请先添加并保存收件人，再发送。',
    'zh-tw': '月報還沒有收件人。請先新增並儲存收件人，再寄送。',
  },
  'attendance.day-not-found': {
    status: 404,
    en: 'There is no attendance result for this day.',
    zh: '该日没有考勤结果。',
    'zh-tw': '該日沒有考勤結果。',
  },
  'attendance.period-too-long': {
    status: 422,
    en: 'Choose a period of at most {days} days, the first date before the last.',
    zh: '请选择不超过 {days} 天的时间段，且开始日期不晚于结束日期。',
    'zh-tw': '請選擇不超過 {days} 天的期間，且開始日期不晚於結束日期。',
  },
  'attendance.month-locked': {
    status: 409,
    en: 'The month {month} is locked: its results no longer change.',
    zh: '{month} 已锁定，结果不再变更。',
    'zh-tw': '{month} 已鎖定，結果不再變更。',
  },
  'attendance.month-not-over': {
    status: 422,
    en: 'A month can be locked from the second day of the next one.',
    zh: '月份需在次月 2 日起才能锁定。',
    'zh-tw': '月份須自次月 2 日起才能鎖定。',
  },
  'attendance.punch-in-future': {
    status: 422,
    en: 'This time is in the future.',
    zh: '该时间还未到。',
    'zh-tw': '此時間尚未到。',
  },
  'attendance.punch-too-old': {
    status: 422,
    en: 'Punches can be added for the last {days} days.',
    zh: '只能补过去 {days} 天内的打卡。',
    'zh-tw': '只能補過去 {days} 天內的打卡。',
  },
  'attendance.no-rule': {
    status: 422,
    en: 'On this date the person was in no attendance rule.',
    zh: '该人员在该日期不属于任何考勤规则。',
    'zh-tw': '此人員在該日期不屬於任何考勤規則。',
  },
  'attendance.too-many-requests': {
    status: 429,
    en: 'Too many punches were requested today. Try again tomorrow.',
    zh: '今天申请的打卡次数过多，请明天再试。',
    'zh-tw': '今天申請的打卡次數過多，請明天再試。',
  },
  'attendance-link.not-found': {
    status: 404,
    en: 'This link no longer works. Ask for a new one.',
    zh: '该链接已失效，请索取新的链接。',
    'zh-tw': '此連結已失效，請索取新的連結。',
  },
  'attendance.remark-required': {
    status: 422,
    en: 'You are outside every attendance area, or the location is not accurate enough. Explain in a remark where you are and why.',
    zh: '您不在任何考勤区域内，或定位不够精确。请填写备注说明所在地点和原因。',
    'zh-tw': '您不在任何考勤區域內，或定位不夠精確。請填寫備註說明所在地點和原因。',
  },
  'attendance.request-not-found': {
    status: 404,
    en: 'This request no longer exists.',
    zh: '该申请不存在或已被删除。',
    'zh-tw': '此申請不存在或已被刪除。',
  },
  'attendance.request-decided': {
    status: 409,
    en: 'Somebody has decided this request already.',
    zh: '该申请已被处理。',
    'zh-tw': '此申請已被處理。',
  },
} as const satisfies ErrorDefinitions
