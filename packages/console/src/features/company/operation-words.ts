import type { OperationWords } from '../../i18n/operation-words.ts'

export const operationWords = {
  modules: {
    company: { en: 'Company info', zh: '企业信息', 'zh-tw': '企業資訊' },
  },
  events: {
    'delete-picture': { en: 'Picture removed', zh: '移除图片', 'zh-tw': '移除圖片' },
    'upload-picture': { en: 'Picture uploaded', zh: '上传图片', 'zh-tw': '上傳圖片' },
  },
  fields: {
    welcome: { en: 'Welcome message', zh: '欢迎语', 'zh-tw': '歡迎詞' },
    introduction: { en: 'Introduction', zh: '企业简介', 'zh-tw': '企業簡介' },
    qualityLevel: { en: 'Face photo quality level', zh: '人脸照片质量等级', 'zh-tw': '人臉照片品質等級' },
  },
} as const satisfies OperationWords
