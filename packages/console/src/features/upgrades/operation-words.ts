import type { OperationWords } from '../../i18n/operation-words.ts'

export const operationWords = {
  modules: {
    upgrade: { en: 'Upgrades', zh: '升级', 'zh-tw': '升級' },
  },
  events: {
    'finish-upload': { en: 'Upload finished', zh: '上传完成', 'zh-tw': '上傳完成' },
    'restart-upload': { en: 'Upload restarted', zh: '重新上传', 'zh-tw': '重新上傳' },
    publish: { en: 'Published', zh: '发布', 'zh-tw': '發佈' },
    retry: { en: 'Tried again', zh: '重试', 'zh-tw': '重試' },
    'roll-out': { en: 'Roll-out changed', zh: '调整升级进度', 'zh-tw': '調整升級進度' },
    stop: { en: 'Stopped automatically', zh: '自动停止', 'zh-tw': '自動停止' },
    unpublish: { en: 'Unpublished', zh: '取消发布', 'zh-tw': '取消發佈' },
    upload: { en: 'Part uploaded', zh: '上传分段', 'zh-tw': '上傳分段' },
  },
  fields: {
    title: { en: 'Title', zh: '标题', 'zh-tw': '標題' },
    descriptionZh: { en: 'Description in Chinese', zh: '中文描述', 'zh-tw': '中文說明' },
    descriptionEn: { en: 'Description in English', zh: '英文描述', 'zh-tw': '英文說明' },
    manufacturer: { en: 'Manufacturer', zh: '厂商', 'zh-tw': '廠商' },
    hardwareVersions: { en: 'Hardware versions', zh: '硬件版本', 'zh-tw': '硬體版本' },
    fromVersions: { en: 'From versions', zh: '可升级的版本', 'zh-tw': '可升級的版本' },
    strategy: { en: 'Strategy', zh: '升级策略', 'zh-tw': '升級策略' },
    timedAt: { en: 'Upgrade time', zh: '升级时间', 'zh-tw': '升級時間' },
    isForced: { en: 'Forced', zh: '强制升级', 'zh-tw': '強制升級' },
  },
} as const satisfies OperationWords
