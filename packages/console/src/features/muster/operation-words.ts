import type { OperationWords } from '../../i18n/operation-words.ts'

export const operationWords = {
  modules: {
    muster: { en: 'Muster', zh: '集合点名', 'zh-tw': '集合點名' },
  },
  events: {
    'create-point': { en: 'Muster point created', zh: '新建集合点', 'zh-tw': '新增集合點' },
    'update-point': { en: 'Muster point changed', zh: '修改集合点', 'zh-tw': '修改集合點' },
    'delete-point': { en: 'Muster point deleted', zh: '删除集合点', 'zh-tw': '刪除集合點' },
    start: { en: 'Started', zh: '发起', 'zh-tw': '發起' },
    'start-drill': { en: 'Drill started', zh: '发起演练', 'zh-tw': '發起演練' },
    end: { en: 'Ended', zh: '结束', 'zh-tw': '結束' },
    mark: { en: 'Marked safe', zh: '标记为安全', 'zh-tw': '標記為安全' },
    'mark-not-on-site': { en: 'Marked as not on site', zh: '标记为不在现场', 'zh-tw': '標記為不在現場' },
    'take-mark-back': { en: 'Mark taken back', zh: '撤销标记', 'zh-tw': '撤銷標記' },
    'export-report': { en: 'Report exported', zh: '导出报告', 'zh-tw': '匯出報告' },
    'create-steward-link': { en: 'Steward link made', zh: '生成负责人链接', 'zh-tw': '產生負責人連結' },
    'revoke-steward-link': { en: 'Steward link taken back', zh: '收回负责人链接', 'zh-tw': '收回負責人連結' },
    'make-paper-list': { en: 'Paper list made', zh: '生成纸质名单', 'zh-tw': '產生紙本名單' },
    'export-paper-list': { en: 'Paper list downloaded', zh: '下载纸质名单', 'zh-tw': '下載紙本名單' },
  },
  fields: {
    startsByFire: { en: 'Started by a fire input', zh: '由消防输入触发', 'zh-tw': '由消防輸入觸發' },
    addsLatecomers: { en: 'People who come later are added', zh: '加入后来进入的人员', 'zh-tw': '加入後來進入的人員' },
    paperMinutes: { en: 'Minutes between paper lists', zh: '纸质名单间隔（分钟）', 'zh-tw': '紙本名單間隔（分鐘）' },
    paperMails: { en: 'Recipients of paper lists', zh: '纸质名单收件人', 'zh-tw': '紙本名單收件人' },
  },
} as const satisfies OperationWords
