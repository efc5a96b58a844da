import type { ErrorDefinitions } from '../../error-definitions.ts'

export const doorRuleErrors = {
  'door-rule.first-person-circle': {
    status: 422,
    en: 'With this rule nobody could ever come in first: {doors} each wait for a person who can only come through another of them. Choose other groups.',
    zh: '启用该规则后，将没有人能最先进入：{doors} 都在等待只能经由其中另一扇门进入的人员。请选择其他人员组。',
    'zh-tw': '啟用此規則後，將沒有人能最先進入：{doors} 都在等待只能經由其中另一扇門進入的人員。請選擇其他群組。',
  },
  'interlock.not-found': {
    status: 404,
    en: 'This interlock no longer exists. Reload the page.',
    zh: '该互锁已不存在，请刷新页面。',
    'zh-tw': '此互鎖已不存在，請重新整理頁面。',
  },
  'interlock.name-taken': {
    status: 409,
    en: 'An interlock with this name already exists.',
    zh: '已有同名的互锁。',
    'zh-tw': '已有同名的互鎖。',
  },
  'interlock.door-without-contact': {
    status: 422,
    en: 'An interlock needs to know when a door is open, and these doors have no contact: {doors}. Fit a contact and switch it on in the settings of the door, or choose other doors.',
    zh: '互锁需要知道门是否打开，但以下门没有门磁：{doors}。请安装门磁并在门的设置中启用，或选择其他门。',
    'zh-tw': '互鎖需要知道門是否開啟，但以下門沒有門磁：{doors}。請安裝門磁並在門的設定中啟用，或選擇其他門。',
  },
  'door.not-elevator': {
    status: 422,
    en: 'Only an elevator has floors. Change the type of the door to elevator first.',
    zh: '只有电梯才有楼层。请先将门的类型改为电梯。',
    'zh-tw': '只有電梯才有樓層。請先將門的類型改為電梯。',
  },
  'door.in-interlock': {
    status: 409,
    en: 'This door belongs to an interlock: {names}. Take it out of the interlock first.',
    zh: '该门属于互锁：{names}。请先将其从互锁中移除。',
    'zh-tw': '此門屬於互鎖：{names}。請先將其從互鎖中移除。',
  },
  'timetable.used-by-areas': {
    status: 409,
    en: 'Anti-passback of {count} {count|area|areas} is still reset by this timetable: {names}. Change these rules first.',
    zh: '仍有 {count} 个区域的反潜回按该时间表重置：{names}。请先修改这些规则。',
    'zh-tw': '仍有 {count} 個區域的反潛回依此時間表重設：{names}。請先修改這些規則。',
  },
  'timetable.used-by-doors': {
    status: 409,
    en: 'The rules of {count} {count|door still use|doors still use} this timetable: {names}. Change these rules first.',
    zh: '仍有 {count} 扇门的规则在使用该时间表：{names}。请先修改这些规则。',
    'zh-tw': '仍有 {count} 扇門的規則在使用此時間表：{names}。請先修改這些規則。',
  },
} as const satisfies ErrorDefinitions
