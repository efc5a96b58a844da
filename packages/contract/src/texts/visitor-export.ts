import type { Language } from '../envelope.ts'

/** The first line of an exported list of visitors, in the order of its columns. */
export const visitorExportColumns = {
  en: ['Name', 'Company', 'Purpose', 'Host', 'Groups', 'Phone', 'From', 'To', 'Status', 'Rating'],
  zh: ['姓名', '公司', '来访事由', '接待人', '访客组', '手机号', '开始时间', '结束时间', '状态', '等级'],
  'zh-tw': ['姓名', '公司', '來訪事由', '接待人', '訪客群組', '手機號碼', '開始時間', '結束時間', '狀態', '等級'],
} as const satisfies Record<Language, readonly string[]>

export const visitorStatusNames = {
  en: { 'not-yet-effective': 'Not yet effective', effective: 'Effective', expired: 'Expired' },
  zh: { 'not-yet-effective': '未生效', effective: '已生效', expired: '已失效' },
  'zh-tw': { 'not-yet-effective': '未生效', effective: '已生效', expired: '已失效' },
} as const satisfies Record<Language, Record<string, string>>
