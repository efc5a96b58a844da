import type { OperationWords } from '../../i18n/operation-words.ts'

export const operationWords = {
  modules: {
    attendance: { en: 'Attendance', zh: '考勤', 'zh-tw': '考勤' },
    'attendance-area': { en: 'Attendance areas', zh: '考勤区域', 'zh-tw': '考勤區域' },
    'attendance-rule': { en: 'Attendance rules', zh: '考勤规则', 'zh-tw': '考勤規則' },
  },
  events: {
    correct: { en: 'Missed punch added', zh: '补卡', 'zh-tw': '補卡' },
    lock: { en: 'Locked', zh: '锁定', 'zh-tw': '鎖定' },
    'phone-correction': { en: 'Missed punch requested by phone', zh: '手机申请补卡', 'zh-tw': '手機申請補卡' },
    'phone-link': { en: 'Phone link created', zh: '生成手机链接', 'zh-tw': '產生手機連結' },
    'phone-link-end': { en: 'Phone link ended', zh: '停用手机链接', 'zh-tw': '停用手機連結' },
    'phone-punch': { en: 'Punched by phone', zh: '手机打卡', 'zh-tw': '手機打卡' },
    preview: { en: 'Previewed', zh: '预览', 'zh-tw': '預覽' },
    report: { en: 'Monthly report set', zh: '设置月报', 'zh-tw': '設定月報' },
    'send-report': { en: 'Monthly report sent at once', zh: '立即发送月报', 'zh-tw': '立即寄送月報' },
  },
  fields: {
    latitude: { en: 'Latitude', zh: '纬度', 'zh-tw': '緯度' },
    longitude: { en: 'Longitude', zh: '经度', 'zh-tw': '經度' },
    radiusMetres: { en: 'Radius (m)', zh: '半径（米）', 'zh-tw': '半徑（公尺）' },
    dayOfMonth: { en: 'Day of the month', zh: '每月几号', 'zh-tw': '每月幾號' },
    areas: { en: 'Areas', zh: '考勤区域', 'zh-tw': '區域' },
    movesParticipants: {
      en: 'Take participants out of other rules',
      zh: '从其他规则移入参与对象',
      'zh-tw': '從其他規則移入參與人員',
    },
    participants: { en: 'Participants', zh: '参与对象', 'zh-tw': '參與人員' },
    effectiveOn: { en: 'From', zh: '生效日期', 'zh-tw': '生效日期' },
  },
} as const satisfies OperationWords
