import type { OperationWords } from '../../i18n/operation-words.ts'

export const operationWords = {
  modules: {
    'service-config': { en: 'Service configuration', zh: '服务配置', 'zh-tw': '服務設定' },
  },
  events: {
    'add-recogniser': { en: 'Face recogniser put in', zh: '放入人脸识别模型', 'zh-tw': '放入人臉辨識模型' },
    'delete-mail': { en: 'Mail server removed', zh: '移除邮件服务器', 'zh-tw': '移除郵件伺服器' },
    'measure-clock': { en: 'Clock calibrated', zh: '校准时间', 'zh-tw': '校準時間' },
    'recogniser-changed': {
      en: 'Face recogniser changed over',
      zh: '人脸识别模型已切换',
      'zh-tw': '人臉辨識模型已切換',
    },
    'remove-recogniser': { en: 'Face recogniser taken out', zh: '移除人脸识别模型', 'zh-tw': '移除人臉辨識模型' },
    'set-clock': { en: 'Clock set', zh: '设置时间', 'zh-tw': '設定時間' },
    'set-mail': { en: 'Mail server set', zh: '设置邮件服务器', 'zh-tw': '設定郵件伺服器' },
    'set-push': { en: 'Web Push set', zh: '设置 Web 推送', 'zh-tw': '設定 Web 推播' },
    'switch-pins': {
      en: 'PINs for terminals of other makes switched',
      zh: '启用或停用向其他厂商终端下发通行密码',
      'zh-tw': '啟用或停用向其他廠商終端機傳送通行密碼',
    },
    'switch-make': { en: 'Make of terminals switched', zh: '启用或停用终端厂商', 'zh-tw': '啟用或停用終端機廠商' },
    'test-mail': { en: 'Test mail sent', zh: '发送测试邮件', 'zh-tw': '寄送測試郵件' },
    'use-recogniser': {
      en: 'Change of the face recogniser asked for',
      zh: '要求切换人脸识别模型',
      'zh-tw': '要求切換人臉辨識模型',
    },
  },
  fields: {
    namesDoors: { en: 'Door in notices', zh: '通知中写明门', 'zh-tw': '通知中寫明門' },
    servers: { en: 'Time servers', zh: '时间服务器', 'zh-tw': '時間伺服器' },
    serverHost: { en: 'Mail server', zh: '邮件服务器', 'zh-tw': '郵件伺服器' },
    port: { en: 'Port', zh: '端口', 'zh-tw': '連接埠' },
    security: { en: 'Encryption', zh: '加密方式', 'zh-tw': '加密方式' },
    sender: { en: 'Sender address', zh: '发件人地址', 'zh-tw': '寄件者地址' },
    senderName: { en: 'Sender name', zh: '发件人名称', 'zh-tw': '寄件者名稱' },
    certificateAuthority: { en: 'Certificate authority', zh: '证书颁发机构', 'zh-tw': '憑證授權單位' },
  },
} as const satisfies OperationWords
