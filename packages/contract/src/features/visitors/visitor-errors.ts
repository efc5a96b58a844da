import type { ErrorDefinitions } from '../../error-definitions.ts'

export const visitorErrors = {
  'visitor.not-found': {
    status: 404,
    en: 'This visitor no longer exists. Reload the list.',
    zh: '该访客已不存在，请刷新列表。',
    'zh-tw': '此訪客已不存在，請重新整理清單。',
  },
  'visitor.phone-taken': {
    status: 409,
    en: 'The visitor {name} has this phone number already. Extend their period instead.',
    zh: '访客 {name} 已使用该手机号。请改为延长其有效期。',
    'zh-tw': '訪客 {name} 已使用此手機號碼。請改為延長其有效期間。',
  },
  'visitor.nothing-to-undo': {
    status: 409,
    en: 'The latest change of {name} cannot be taken back: it is older than a week, or something was changed since. Look at the newest values first.',
    zh: '{name} 的最近一次修改无法撤销：已超过一周，或此后又有修改。请先查看最新内容。',
    'zh-tw': '{name} 最近一次的修改無法復原：已超過一週，或此後又有修改。請先檢視最新內容。',
  },
  'visitor.changed-meanwhile': {
    status: 409,
    en: 'Somebody else has changed this visitor. Reload, look at the change, and save again.',
    zh: '其他人刚修改过该访客。请刷新查看后再保存。',
    'zh-tw': '其他人剛修改過此訪客。請重新整理、查看變更後再儲存。',
  },
  'visitor.period-wrong': {
    status: 422,
    en: 'The period must end after it begins, and last a year at most.',
    zh: '有效期的结束时间须晚于开始时间，且最长一年。',
    'zh-tw': '有效期間的結束須晚於開始，且最長一年。',
  },
  'visitor.host-unknown': {
    status: 422,
    en: 'Nobody with this name was found, or more than one person. Enter the full name, add the department or job number, or ask at the reception.',
    zh: '没有找到此人，或有多人同名。请填写全名并补充部门或工号，或咨询前台。',
    'zh-tw': '找不到此人，或有多人同名。請填寫全名並補充部門或工號，或洽詢櫃台。',
  },
} as const satisfies ErrorDefinitions
