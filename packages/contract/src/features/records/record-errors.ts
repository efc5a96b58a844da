import type { ErrorDefinitions } from '../../error-definitions.ts'

export const recordErrors = {
  'record.not-found': {
    status: 404,
    en: 'This record no longer exists.',
    zh: '该记录已不存在。',
    'zh-tw': '此記錄已不存在。',
  },
  'record.marked-already': {
    status: 409,
    en: 'This record is marked as a misrecognition already.',
    zh: '该记录已标记为误识别。',
    'zh-tw': '此記錄已標記為誤識別。',
  },
  'record.linked-already': {
    status: 409,
    en: 'This record is already linked to a person.',
    zh: '该记录已关联人员。',
    'zh-tw': '此記錄已關聯人員。',
  },
  'record.not-stranger': {
    status: 422,
    en: 'Only a stranger’s record can be linked to a person.',
    zh: '只有陌生人记录可以关联人员。',
    'zh-tw': '只有陌生人記錄可以關聯人員。',
  },
  'record.no-face': {
    status: 422,
    en: 'No face was found on this picture. Use one that shows the face from the front.',
    zh: '未在图片中找到人脸，请换一张正面照片。',
    'zh-tw': '圖片中找不到人臉，請換一張正面照片。',
  },
  'record.face-unread': {
    status: 409,
    en: 'The face of this record has not been processed: none was found, or it is still waiting. Try again in a minute.',
    zh: '该记录的人脸尚未读取：可能没有找到人脸，或仍在排队，请稍后再试。',
    'zh-tw': '此記錄的人臉尚未讀取：可能找不到人臉，或仍在排隊，請稍後再試。',
  },
  'record.too-many-for-workbook': {
    status: 422,
    en: 'A workbook holds {limit} records, and more match the filters. Narrow them, or use the CSV file.',
    zh: 'Excel 工作簿最多包含 {limit} 条记录，符合条件的更多。请缩小范围，或改用 CSV 文件。',
    'zh-tw': 'Excel 活頁簿最多包含 {limit} 筆記錄，符合條件的更多。請縮小範圍，或改用 CSV 檔案。',
  },
  'record.deletion-unbounded': {
    status: 422,
    en: 'This would delete every record. Set at least one filter, or confirm that all are meant (all: true).',
    zh: '这样会删除全部记录。请至少设置一个筛选条件，或明确说明要删除全部（all: true）。',
    'zh-tw': '這樣會刪除全部記錄。請至少設定一個篩選條件，或明確說明要刪除全部（all: true）。',
  },
  'record.deletion-differs': {
    status: 409,
    en: 'The filters now match {found} {found|record|records}, not {expected}. Nothing was deleted: check the list, then delete.',
    zh: '现在符合条件的记录为 {found} 条，而不是 {expected} 条。未删除任何记录：请重新查看列表后再删除。',
    'zh-tw': '現在符合條件的記錄為 {found} 筆，而不是 {expected} 筆。未刪除任何記錄：請重新檢視清單後再刪除。',
  },
} as const satisfies ErrorDefinitions
