import type { ErrorDefinitions } from '../../error-definitions.ts'

export const doorRuleErrors = {
  'door-rule.first-person-circle': {
    status: 422,
    en: 'With this rule nobody could ever come in first: {doors} each wait for a person who can only come through another of them. Choose other groups.',
    zh: '启用该规则后，将没有人能最先进入：{doors} 都在等待只能经由其中另一扇门进入的人员。请选择其他人员组。',
    'zh-tw': '啟用此規則後，將沒有人能最先進入：{doors} 都在等待只能經由其中另一扇門進入的人員。請選擇其他群組。',
  },
  'timetable.used-by-doors': {
    status: 409,
    en: 'The rules of {count} {count|door still use|doors still use} this timetable: {names}. Change these rules first.',
    zh: '仍有 {count} 扇门的规则在使用该时间表：{names}。请先修改这些规则。',
    'zh-tw': '仍有 {count} 扇門的規則在使用此時間表：{names}。請先修改這些規則。',
  },
} as const satisfies ErrorDefinitions
