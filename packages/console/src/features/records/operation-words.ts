import type { OperationWords } from '../../i18n/operation-words.ts'

export const operationWords = {
  modules: {
    record: { en: 'Recognition records', zh: '识别记录', 'zh-tw': '識別記錄' },
  },
  events: {
    'export-images': { en: 'Pictures exported', zh: '导出照片', 'zh-tw': '匯出照片' },
    'link-person': { en: 'Linked to a person', zh: '关联人员', 'zh-tw': '關聯人員' },
    'mark-misrecognition': { en: 'Marked as misrecognition', zh: '标记为误识别', 'zh-tw': '標記為誤識別' },
    'search-face': { en: 'Searched by face', zh: '以图搜人', 'zh-tw': '以圖搜人' },
    'stop-deletion': {
      en: 'Deletion stopped, more than meant was left',
      zh: '停止删除（剩余记录超出确认的数量）',
      'zh-tw': '停止刪除（剩餘記錄超出確認的數量）',
    },
  },
  fields: {
    staffDays: { en: 'Days kept: staff', zh: '员工记录保留天数', 'zh-tw': '員工記錄保留天數' },
    visitorDays: { en: 'Days kept: visitors', zh: '访客记录保留天数', 'zh-tw': '訪客記錄保留天數' },
    strangerDays: { en: 'Days kept: strangers', zh: '陌生人记录保留天数', 'zh-tw': '陌生人記錄保留天數' },
    spoofDays: { en: 'Days kept: spoofs', zh: '非活体记录保留天数', 'zh-tw': '非活體記錄保留天數' },
    blacklistedDays: { en: 'Days kept: blacklist', zh: '黑名单记录保留天数', 'zh-tw': '黑名單記錄保留天數' },
    keepsCaptures: { en: 'Captures kept', zh: '保存抓拍照片', 'zh-tw': '儲存擷取畫面' },
  },
} as const satisfies OperationWords
