import type { OperationWords } from '../../i18n/operation-words.ts'

export const operationWords = {
  modules: {
    lockdown: { en: 'Lockdown', zh: '封锁与紧急开门', 'zh-tw': '封鎖與緊急開門' },
  },
  events: {
    'begin-lockdown': { en: 'Begun', zh: '启动', 'zh-tw': '啟動' },
    'begin-emergency': { en: 'Emergency open begun', zh: '启动紧急开门', 'zh-tw': '啟動緊急開門' },
    'ask-release': { en: 'Release asked for', zh: '申请解除', 'zh-tw': '申請解除' },
    'release-lockdown': { en: 'Released', zh: '解除', 'zh-tw': '解除' },
    'release-alone': { en: 'Released by one person alone', zh: '单人解除', 'zh-tw': '單人解除' },
    'begin-by-input': { en: 'Begun by an input', zh: '由输入启动', 'zh-tw': '由輸入啟動' },
    'update-lockdown-input': { en: 'Input changed', zh: '修改输入设置', 'zh-tw': '修改輸入設定' },
    'update-lockdown-rules': { en: 'Rules of release changed', zh: '修改解除规则', 'zh-tw': '修改解除規則' },
  },
  fields: {
    needsTwoPeople: { en: 'Two people release', zh: '需双人解除', 'zh-tw': '需雙人解除' },
    scope: { en: 'Place', zh: '范围', 'zh-tw': '範圍' },
    exemptGroups: { en: 'Exempt groups', zh: '豁免人员组', 'zh-tw': '豁免人員群組' },
  },
} as const satisfies OperationWords
