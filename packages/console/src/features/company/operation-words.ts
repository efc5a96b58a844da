import type { OperationWords } from '../../i18n/operation-words.ts'

export const operationWords = {
  modules: {
    company: { en: 'Company info', zh: '企业信息', 'zh-tw': '企業資訊' },
  },
  events: {
    'delete-picture': { en: 'Picture removed', zh: '移除图片', 'zh-tw': '移除圖片' },
    'update-opening': { en: 'Reasons for opening doors changed', zh: '修改开门原因设置', 'zh-tw': '修改開門原因設定' },
    'update-privacy': { en: 'Privacy notice changed', zh: '修改隐私告知', 'zh-tw': '修改隱私告知' },
    'upload-picture': { en: 'Picture uploaded', zh: '上传图片', 'zh-tw': '上傳圖片' },
  },
  fields: {
    asksConsent: { en: 'Ask for consent', zh: '征求同意', 'zh-tw': '徵求同意' },
    additionEn: { en: 'Own sentences (English)', zh: '自己的说明（英文）', 'zh-tw': '自己的說明（英文）' },
    additionZh: { en: 'Own sentences (simplified Chinese)', zh: '自己的说明（简体）', 'zh-tw': '自己的說明（簡體）' },
    additionZhTw: {
      en: 'Own sentences (traditional Chinese)',
      zh: '自己的说明（繁体）',
      'zh-tw': '自己的說明（繁體）',
    },
    reasons: { en: 'Reasons offered', zh: '可选原因', 'zh-tw': '可選原因' },
    welcome: { en: 'Welcome message', zh: '欢迎语', 'zh-tw': '歡迎詞' },
    introduction: { en: 'Introduction', zh: '企业简介', 'zh-tw': '企業簡介' },
    qualityLevel: { en: 'Face photo quality level', zh: '人脸照片质量等级', 'zh-tw': '人臉照片品質等級' },
  },
} as const satisfies OperationWords
