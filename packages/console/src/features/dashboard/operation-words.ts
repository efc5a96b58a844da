import type { OperationWords } from '../../i18n/operation-words.ts'

export const operationWords = {
  modules: {
    dashboard: { en: 'Console', zh: '控制台', 'zh-tw': '控制台' },
    storage: { en: 'Storage', zh: '存储', 'zh-tw': '儲存空間' },
  },
  events: {
    arrange: { en: 'Dashboard arranged', zh: '调整控制台布局', 'zh-tw': '調整控制台版面' },
    'overwrite-alarms': { en: 'Oldest alarms overwritten', zh: '覆盖最早的告警', 'zh-tw': '覆寫最早的警報' },
    'overwrite-captures': {
      en: 'Oldest pictures overwritten',
      zh: '覆盖最早的抓拍照片',
      'zh-tw': '覆寫最早的擷取畫面',
    },
    'overwrite-operations': {
      en: 'Oldest operations overwritten',
      zh: '覆盖最早的操作日志',
      'zh-tw': '覆寫最早的操作日誌',
    },
    'overwrite-records': { en: 'Oldest records overwritten', zh: '覆盖最早的识别记录', 'zh-tw': '覆寫最早的識別記錄' },
  },
  fields: {
    widgets: { en: 'Arrangement', zh: '布局', 'zh-tw': '版面' },
    warnGb: { en: 'Warn below (GB)', zh: '提醒阈值（GB）', 'zh-tw': '提醒門檻（GB）' },
    overwriteGb: { en: 'Overwrite below (GB)', zh: '覆盖阈值（GB）', 'zh-tw': '覆寫門檻（GB）' },
  },
} as const satisfies OperationWords
