import type { company as english } from './en.ts'
import type { SameShape } from '../../../i18n/same-shape.ts'

export const company = {
  title: '企業資訊',
  purpose: '企業的基本資料，以及登入頁和設備上顯示的樣式。',
  edit: '編輯企業資訊',
  saved: '企業資訊已儲存',
  field: {
    name: '企業名稱',
    welcome: '歡迎詞',
    introduction: '企業簡介',
    authorization: '授權期限',
    qualityLevel: '人臉照片品質等級',
    timeZone: '時區',
  },
  quality: {
    low: '低：僅要求只有一張人臉',
    high: '高：同時檢查尺寸、角度、亮度、模糊、張嘴和遮擋',
  },
  welcomeHint: '顯示在登入頁，以及未另外設定歡迎詞的設備上。',
  qualityName: { low: '低', high: '高' },
  qualityHint:
    '「低」僅要求只有一張人臉，「高」還會檢查尺寸、角度、亮度、模糊、張嘴和遮擋。從下一張照片開始生效，既有照片不受影響。',
  zoneHint: '所有頁面都顯示此時區的時間。統計日期，以及未另外設定時區的考勤規則和設備，皆以此為準。',
  zoneWaits_one: '正在重新計算考勤，還剩 {count} 人。',
  zoneWaits_other: '正在重新計算考勤，還剩 {count} 人。',
  zoneChange: {
    title: '變更時區會影響以下內容',
    days: '統計與首頁的日期和小時會依新時區劃分，過去的資料也一樣。',
    attendance_one: '未另外設定時區的考勤規則下共 {count} 人，自 {on} 起的考勤會在背景重新計算，更早的結果不變。',
    attendance_other: '未另外設定時區的考勤規則下共 {count} 人，自 {on} 起的考勤會在背景重新計算，更早的結果不變。',
    locked: '已鎖定的月份（至 {month} 為止）維持不變。',
    devices_one: '未另外設定時區的 {count} 台設備會立即採用新時區，通行時間也隨之改變。',
    devices_other: '未另外設定時區的 {count} 台設備會立即採用新時區，通行時間也隨之改變。',
    report: '考勤月報和當日有效的訪問依新的日期計算。',
  },
  pictures: '企業標誌與背景圖',
  picturesText: '顯示在登入頁和設備上。',
  picture: { logo: '企業標誌', background: '背景圖' },
  advice: {
    logo: 'jpg 或 png，不超過 4 MB，建議不超過 100 × 620 像素。透明背景會保留。',
    background: 'jpg 或 png，不超過 4 MB，建議不超過 1080 × 720 像素。',
  },
  noPicture: '未設定',
  choose: { logo: '選擇標誌', background: '選擇背景圖' },
  uploaded: '{picture}已儲存',
  remove: { logo: '移除標誌', background: '移除背景圖' },
  removeQuestion: { logo: '移除企業標誌？', background: '移除背景圖？' },
  removeText: '登入頁和設備將恢復為 Gatehouse 的預設樣式。',
} as const satisfies SameShape<typeof english>
