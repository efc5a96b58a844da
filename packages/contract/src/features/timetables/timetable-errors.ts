import type { ErrorDefinitions } from '../../error-definitions.ts'

export const timetableErrors = {
  'timetable.not-found': {
    status: 404,
    en: 'This timetable no longer exists. Reload the list.',
    zh: '该通行时间表已不存在，请刷新列表。',
    'zh-tw': '此通行時間表已不存在，請重新整理清單。',
  },
  'timetable.name-taken': {
    status: 409,
    en: 'A timetable with this name already exists.',
    zh: '已有同名的通行时间表。',
    'zh-tw': '已有同名的通行時間表。',
  },
  'timetable.in-use': {
    status: 409,
    en: '{count} {count|policy still uses|policies still use} this timetable: {names}. Change or delete {count|it|them} first.',
    zh: '仍有 {count} 条通行策略在使用该时间表：{names}。请先修改或删除这些策略。',
    'zh-tw': '仍有 {count} 條通行策略在使用此時間表：{names}。請先修改或刪除這些策略。',
  },
  'timetable.changed-meanwhile': {
    status: 409,
    en: 'Somebody else has just changed this timetable. Load it again before you save.',
    zh: '其他人刚修改过该时间表。请刷新查看后再保存。',
    'zh-tw': '其他人剛修改過此時間表。請重新整理查看後再儲存。',
  },
} as const satisfies ErrorDefinitions
