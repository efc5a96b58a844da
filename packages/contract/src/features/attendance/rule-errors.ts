import type { ErrorDefinitions } from '../../error-definitions.ts'

export const attendanceRuleErrors = {
  'attendance-rule.not-found': {
    status: 404,
    en: 'This attendance rule no longer exists.',
    zh: '该考勤规则不存在或已被删除。',
    'zh-tw': '此考勤規則不存在或已被刪除。',
  },
  'attendance-rule.name-taken': {
    status: 409,
    en: 'Another attendance rule has this name.',
    zh: '已有同名的考勤规则。',
    'zh-tw': '已有同名的考勤規則。',
  },
  'attendance-rule.participant-taken': {
    status: 409,
    en: 'One of these participants already belongs to the rule “{rule}”. A person, department or group belongs to one rule only: move it to this rule, or leave it out.',
    zh: '其中有参与对象已属于考勤规则“{rule}”。一个人员、部门或组只能属于一个规则：请选择移到本规则，或将其取消。',
    'zh-tw':
      '其中有參與對象已屬於考勤規則「{rule}」。一位人員、部門或群組只能屬於一個規則：請選擇移到本規則，或將其取消。',
  },
  'attendance-rule.participant-unknown': {
    status: 422,
    en: 'One of these participants no longer exists. Load the page again and choose again.',
    zh: '其中有参与对象已不存在，请刷新页面后重新选择。',
    'zh-tw': '其中有參與對象已不存在，請重新載入頁面後再選擇。',
  },
  'attendance-rule.starts-before-earliest': {
    status: 422,
    en: 'Work begins before the earliest punch time. Choose an earlier earliest punch time.',
    zh: '上班时间早于最早打卡时间，请把最早打卡时间调早。',
    'zh-tw': '上班時間早於最早打卡時間，請將最早打卡時間調早。',
  },
  'attendance-rule.ends-after-day': {
    status: 422,
    en: 'Work ends after the next day’s earliest punch time. End it before, or begin the day later.',
    zh: '下班时间晚于次日的最早打卡时间，请提前下班时间或推迟最早打卡时间。',
    'zh-tw': '下班時間晚於次日的最早打卡時間，請提前下班時間或延後最早打卡時間。',
  },
  'attendance-rule.tolerance-too-long': {
    status: 422,
    en: 'A tolerance must be shorter than the working time. Choose a shorter one.',
    zh: '容许时间不能超过工作时长，请缩短。',
    'zh-tw': '容許時間不能超過工作時數，請縮短。',
  },
  'attendance-rule.overtime-before-end': {
    status: 422,
    en: 'Overtime on workdays cannot begin before the end of work.',
    zh: '工作日加班的最晚打卡时间不能早于下班时间。',
    'zh-tw': '工作日加班的最晚打卡時間不能早於下班時間。',
  },
  'attendance-rule.time-zone-unknown': {
    status: 422,
    en: 'This time zone is not known.',
    zh: '无法识别该时区。',
    'zh-tw': '無法識別此時區。',
  },
  'attendance-rule.effective-too-far': {
    status: 422,
    en: 'A change can count from today or from a date in the last {days} days.',
    zh: '生效日期只能是今天或过去 {days} 天内的日期。',
    'zh-tw': '生效日期只能是今天或過去 {days} 天內的日期。',
  },
  'attendance-rule.changed-meanwhile': {
    status: 409,
    en: 'Somebody else has changed this rule. Load it again before you save.',
    zh: '该规则已被其他人修改，请重新加载后再保存。',
    'zh-tw': '此規則已被其他人修改，請重新載入後再儲存。',
  },
  'attendance-rule.is-default': {
    status: 409,
    en: 'The default rule covers everybody not named by another rule: it has no participants of its own and cannot be deleted.',
    zh: '默认规则适用于所有未被其他规则指定的人员，不能设置参与对象，也不能删除。',
    'zh-tw': '預設規則適用於所有未被其他規則指定的人員，不能設定參與對象，也不能刪除。',
  },
  'attendance-rule.in-use': {
    status: 409,
    en: 'Attendance results use this rule, so it cannot be deleted. Remove its participants instead.',
    zh: '已有考勤结果使用该规则，无法删除。可改为移除其参与对象。',
    'zh-tw': '已有考勤結果使用此規則，無法刪除。可改為移除其參與對象。',
  },
} as const satisfies ErrorDefinitions
