import type { OperationWords } from '../../i18n/operation-words.ts'

export const operationWords = {
  modules: {
    'blacklist-group': { en: 'Blacklist groups', zh: '黑名单组', 'zh-tw': '黑名單群組' },
    'staff-group': { en: 'Staff groups', zh: '员工组', 'zh-tw': '員工群組' },
    'visitor-group': { en: 'Visitor groups', zh: '访客组', 'zh-tw': '訪客群組' },
  },
  events: {
    'add-members': { en: 'Members added', zh: '添加成员', 'zh-tw': '新增成員' },
    'bind-devices': { en: 'Devices bound', zh: '绑定设备', 'zh-tw': '綁定設備' },
    'remove-members': { en: 'Members removed', zh: '移除成员', 'zh-tw': '移除成員' },
    'unbind-devices': { en: 'Devices unbound', zh: '解绑设备', 'zh-tw': '解除綁定設備' },
  },
} as const satisfies OperationWords
