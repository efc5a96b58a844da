import type { ErrorDefinitions } from '../../error-definitions.ts'

export const alarmErrors = {
  'alarm.not-found': {
    status: 404,
    en: 'This alarm no longer exists. Reload the list.',
    zh: '这条告警已不存在，请刷新列表。',
    'zh-tw': '此警報已不存在，請重新整理清單。',
  },
  'alarm.handler-not-found': {
    status: 422,
    en: 'This account cannot handle alarms. Choose another one.',
    zh: '该账号无法处理告警，请选择其他账号。',
    'zh-tw': '此帳號無法處理警報，請選擇其他帳號。',
  },
  'alarm.trace-full': {
    status: 409,
    en: 'This alarm has reached its limit of comments.',
    zh: '这条告警的备注已达上限。',
    'zh-tw': '此警報的備註已達上限。',
  },
  'alarm.rule-not-found': {
    status: 404,
    en: 'This rule no longer exists. Reload the list.',
    zh: '该规则已不存在，请刷新列表。',
    'zh-tw': '此規則已不存在，請重新整理清單。',
  },
  'alarm.rule-name-taken': {
    status: 409,
    en: 'A rule with this name already exists.',
    zh: '已有同名规则。',
    'zh-tw': '已有同名的規則。',
  },
  'alarm.too-many-rules': {
    status: 409,
    en: 'There can be at most {limit} rules. Delete one you do not need.',
    zh: '最多可设置 {limit} 条规则，请先删除不需要的规则。',
    'zh-tw': '最多可設定 {limit} 條規則，請先刪除不需要的規則。',
  },
} as const satisfies ErrorDefinitions
