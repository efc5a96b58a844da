import type { AttendanceFact, AttendanceVerdict, DayKind } from '@gatehouse/engine/attendance/vocabulary.ts'

export type FileTexts = {
  person: readonly [string, string, string]
  from: string
  to: string
  on: string
  rule: string
  kindOfDay: string
  dayKinds: Record<DayKind, string>
  planned: string
  verdict: string
  first: string
  last: string
  timeZone: string
  marksTitle: string
  marks: Record<'field' | 'doubtful' | 'provisional' | 'changed', string>
  minutes: readonly [string, string, string, string]
  facts: Record<AttendanceFact, string>
  verdicts: Record<AttendanceVerdict, string>
  /** The mail with a person's link. */
  linkSubject: string
  linkText: string
  /** The monthly report. */
  reportSubject: (month: string) => string
  reportAttached: (people: number) => string
  /** The sentence for a file that is too large for a mail. */
  reportTooLarge: (people: number) => string
  /** The sentence for a report that is sent before all days are closed. */
  reportUnfinished: string
  reportNothing: string
  reportWhy: string
}

/** The headings of downloaded files, and mails: they go to people who may never open the console. */
export const fileTexts: Record<'en' | 'zh' | 'zh-tw', FileTexts> = {
  en: {
    person: ['Job ID', 'Name', 'Department'],
    from: 'From',
    to: 'To',
    on: 'Date',
    rule: 'Rule (version)',
    kindOfDay: 'Kind of day',
    dayKinds: {
      'working-day': 'Working day',
      'special-working-day': 'Special working day',
      holiday: 'Holiday',
      'rest-day': 'Rest day',
    },
    planned: 'Planned hours',
    marksTitle: 'Marks',
    marks: {
      field: 'Field punch',
      doubtful: 'Doubtful device time',
      provisional: 'Day not over',
      changed: 'Changed after it was closed',
    },
    verdict: 'Result',
    first: 'First punch',
    last: 'Last punch',
    timeZone: 'Time zone',
    minutes: ['Worked (minutes)', 'Late (minutes)', 'Left early (minutes)', 'Overtime (minutes)'],
    facts: {
      normal: 'Normal days',
      late: 'Late',
      earlyLeave: 'Early leave',
      missedPunch: 'Missed punch',
      absence: 'Absence',
      workdayOvertime: 'Overtime (workday)',
      holidayOvertime: 'Overtime (holiday)',
    },
    verdicts: {
      normal: 'Normal',
      late: 'Late',
      'early-leave': 'Early leave',
      'late-and-early-leave': 'Late and early leave',
      'workday-overtime': 'Overtime (workday)',
      'holiday-overtime': 'Overtime (holiday)',
      absence: 'Absence',
      'missed-punch': 'Missed punch',
      none: 'No status',
    },
    linkSubject: 'Your attendance on your phone',
    linkText: 'Use this link to see your own attendance and to punch from your phone. Do not share it.',
    reportSubject: (month) => `Attendance of ${month}`,
    reportAttached: (people) =>
      people === 1
        ? 'The attached file has the figures of one person:'
        : `The attached file has the figures of each of ${people} people. Total:`,
    reportTooLarge: (people) =>
      `The file with the figures of each of ${people} people is too large for an e-mail; download it from the page below. Total:`,
    reportUnfinished: 'Some days of this month have not been calculated yet: these figures may still change.',
    reportNothing: 'There are no attendance results for this month.',
    reportWhy:
      'You receive this e-mail because your address is in the settings of the monthly report, on the statistics page.',
  },
  zh: {
    person: ['工号', '姓名', '部门'],
    from: '开始日期',
    to: '结束日期',
    on: '日期',
    rule: '考勤规则（版本）',
    kindOfDay: '日期类型',
    dayKinds: { 'working-day': '工作日', 'special-working-day': '特殊工作日', holiday: '节假日', 'rest-day': '休息日' },
    planned: '计划工时',
    marksTitle: '标记',
    marks: { field: '外勤打卡', doubtful: '设备时间存疑', provisional: '当日未结束', changed: '结算后有变动' },
    verdict: '结果',
    first: '首次打卡',
    last: '末次打卡',
    timeZone: '时区',
    minutes: ['工作时长（分钟）', '迟到（分钟）', '早退（分钟）', '加班（分钟）'],
    facts: {
      normal: '正常天数',
      late: '迟到',
      earlyLeave: '早退',
      missedPunch: '缺卡',
      absence: '缺勤',
      workdayOvertime: '加班（工作日）',
      holidayOvertime: '加班（节假日）',
    },
    verdicts: {
      normal: '正常',
      late: '迟到',
      'early-leave': '早退',
      'late-and-early-leave': '迟到且早退',
      'workday-overtime': '加班（工作日）',
      'holiday-overtime': '加班（节假日）',
      absence: '缺勤',
      'missed-punch': '缺卡',
      none: '无状态',
    },
    linkSubject: '您的手机考勤',
    linkText: '通过此链接可在手机上查看本人考勤并打卡，请勿转发。',
    reportSubject: (month) => `${month} 考勤月报`,
    reportAttached: (people) => `附件为共 ${people} 人的考勤统计。合计：`,
    reportTooLarge: (people) => `共 ${people} 人的考勤统计文件过大，无法随邮件发送，请在下方页面下载。合计：`,
    reportUnfinished: '本月考勤尚未全部计算完成，以下数字可能变化。',
    reportNothing: '该月没有考勤结果。',
    reportWhy: '您的邮箱在考勤统计页面的月报设置中，因此收到此邮件。',
  },
  'zh-tw': {
    person: ['工號', '姓名', '部門'],
    from: '開始日期',
    to: '結束日期',
    on: '日期',
    rule: '考勤規則（版本）',
    kindOfDay: '日期類型',
    dayKinds: { 'working-day': '工作日', 'special-working-day': '特殊工作日', holiday: '假日', 'rest-day': '休息日' },
    planned: '表定工時',
    marksTitle: '標記',
    marks: { field: '外勤打卡', doubtful: '設備時間存疑', provisional: '當日未結束', changed: '結算後有變動' },
    verdict: '結果',
    first: '首次打卡',
    last: '末次打卡',
    timeZone: '時區',
    minutes: ['工作時數（分鐘）', '遲到（分鐘）', '早退（分鐘）', '加班（分鐘）'],
    facts: {
      normal: '正常天數',
      late: '遲到',
      earlyLeave: '早退',
      missedPunch: '缺卡',
      absence: '缺勤',
      workdayOvertime: '加班（工作日）',
      holidayOvertime: '加班（假日）',
    },
    verdicts: {
      normal: '正常',
      late: '遲到',
      'early-leave': '早退',
      'late-and-early-leave': '遲到且早退',
      'workday-overtime': '加班（工作日）',
      'holiday-overtime': '加班（假日）',
      absence: '缺勤',
      'missed-punch': '缺卡',
      none: '無狀態',
    },
    linkSubject: '您的手機考勤',
    linkText: '透過此連結可在手機上查看本人考勤並打卡，請勿轉傳。',
    reportSubject: (month) => `${month} 考勤月報`,
    reportAttached: (people) => `附件為共 ${people} 人的考勤統計。合計：`,
    reportTooLarge: (people) => `共 ${people} 人的考勤統計檔案過大，無法隨郵件寄送，請在下方頁面下載。合計：`,
    reportUnfinished: '本月考勤尚未全部計算完成，以下數字可能變動。',
    reportNothing: '該月沒有考勤結果。',
    reportWhy: '您的電子郵件地址在考勤統計頁面的月報設定中，因此收到此郵件。',
  },
}
