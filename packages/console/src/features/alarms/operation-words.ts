import type { OperationWords } from '../../i18n/operation-words.ts'

export const operationWords = {
  modules: {
    alarm: { en: 'Alarms', zh: '告警', 'zh-tw': '警報' },
  },
  events: {
    acknowledge: { en: 'Acknowledged', zh: '确认', 'zh-tw': '確認' },
    assign: { en: 'Assigned', zh: '指派', 'zh-tw': '指派' },
    comment: { en: 'Comment added', zh: '添加备注', 'zh-tw': '新增備註' },
    'create-rule': { en: 'Rule created', zh: '新建规则', 'zh-tw': '新增規則' },
    'delete-rule': { en: 'Rule deleted', zh: '删除规则', 'zh-tw': '刪除規則' },
    release: { en: 'Released', zh: '解除', 'zh-tw': '解除' },
    see: { en: 'Viewed', zh: '查看', 'zh-tw': '檢視' },
    'update-rule': { en: 'Rule changed', zh: '修改规则', 'zh-tw': '修改規則' },
  },
  fields: {
    types: { en: 'Types', zh: '类型', 'zh-tw': '類型' },
    fromMinute: { en: 'From (minute of the day)', zh: '开始（当日分钟）', 'zh-tw': '開始（當日分鐘）' },
    toMinute: { en: 'To (minute of the day)', zh: '结束（当日分钟）', 'zh-tw': '結束（當日分鐘）' },
    groupMinutes: { en: 'Grouping (min)', zh: '合并间隔（分钟）', 'zh-tw': '合併間隔（分鐘）' },
    keepDays: { en: 'Kept for (days)', zh: '保留天数', 'zh-tw': '保留天數' },
    blacklistedEnabled: { en: 'Alarm: blacklist', zh: '黑名单告警', 'zh-tw': '黑名單警報' },
    outsideTimeEnabled: { en: 'Alarm: outside the time', zh: '非通行时段告警', 'zh-tw': '非通行時間警報' },
    strangersEnabled: { en: 'Alarm: strangers', zh: '陌生人告警', 'zh-tw': '陌生人警報' },
    strangerCount: { en: 'Strangers', zh: '陌生人数', 'zh-tw': '陌生人數' },
    strangerMinutes: { en: 'Within (min)', zh: '陌生人时间范围（分钟）', 'zh-tw': '陌生人時段（分鐘）' },
    offlineEnabled: { en: 'Alarm: offline', zh: '离线告警', 'zh-tw': '離線警報' },
    offlineMinutes: { en: 'Offline for (min)', zh: '离线时长（分钟）', 'zh-tw': '離線時長（分鐘）' },
  },
} as const satisfies OperationWords
