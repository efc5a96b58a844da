import type { ErrorDefinitions } from '../../error-definitions.ts'

export const lockdownErrors = {
  'lockdown.not-found': {
    status: 404,
    en: 'This lockdown does not exist. Reload the list.',
    zh: '该封锁不存在，请刷新列表。',
    'zh-tw': '此封鎖不存在，請重新整理清單。',
  },
  'lockdown.released': {
    status: 409,
    en: 'Somebody has released it already. Reload the list.',
    zh: '已有人解除，请刷新列表。',
    'zh-tw': '已有人解除，請重新整理清單。',
  },
  'lockdown.release-asked': {
    status: 409,
    en: 'Its release has been asked for already. Another person with this right has to release it.',
    zh: '已有人申请解除，需由另一位有权限的人员执行解除。',
    'zh-tw': '已有人申請解除，需由另一位有權限的人員執行解除。',
  },
  'lockdown.second-person-needed': {
    status: 409,
    en: 'Two people are needed: one asks for the release, and another one releases. A super admin may release alone ten minutes after it was asked for.',
    zh: '需要两人操作：一人申请解除，另一人执行解除。申请十分钟后，超级管理员可单独解除。',
    'zh-tw': '需要兩人操作：一人申請解除，另一人執行解除。申請十分鐘後，超級管理員可單獨解除。',
  },
  'lockdown.holds-reader': {
    status: 409,
    en: 'A lockdown or an emergency open holds at {name}, which this change would take out of it. Release it first, or make the change afterwards.',
    zh: '“{name}”正处于封锁或紧急开门中，此更改会使其脱离。请先解除，或在解除后再更改。',
    'zh-tw': '「{name}」正處於封鎖或緊急開門中，此變更會使其脫離。請先解除，或於解除後再變更。',
  },
} as const satisfies ErrorDefinitions
