import type { OperationWords } from '../../i18n/operation-words.ts'

export const operationWords = {
  modules: {
    device: { en: 'Devices', zh: '设备', 'zh-tw': '設備' },
  },
  events: {
    accept: { en: 'Accepted', zh: '接受', 'zh-tw': '接受' },
    'apply-settings': { en: 'Settings applied', zh: '下发设置', 'zh-tw': '套用設定' },
    'change-settings': { en: 'Device settings changed', zh: '修改设备设置', 'zh-tw': '修改設備設定' },
    'clone-seen': { en: 'Copied device seen', zh: '发现克隆设备', 'zh-tw': '發現複製設備' },
    command: { en: 'Command sent', zh: '下发指令', 'zh-tw': '下達指令' },
    'create-pairing-code': { en: 'Pairing code created', zh: '生成配对码', 'zh-tw': '產生配對碼' },
    'create-template': { en: 'Template saved', zh: '保存模板', 'zh-tw': '儲存範本' },
    'delete-template': { en: 'Template deleted', zh: '删除模板', 'zh-tw': '刪除範本' },
    'discard-lines': { en: 'Kept lines discarded', zh: '清除保留的原始数据', 'zh-tw': '清除保留的原始資料' },
    pair: { en: 'Paired', zh: '配对', 'zh-tw': '配對' },
    'plan-settings': { en: 'Settings previewed', zh: '预览设置', 'zh-tw': '預覽設定' },
    'retry-people': { en: 'Sync tried again', zh: '重新同步', 'zh-tw': '重新同步' },
    unbind: { en: 'Unbound', zh: '解绑', 'zh-tw': '解除綁定' },
  },
  fields: {
    sourceNetwork: { en: 'Only from this network', zh: '仅限此网段', 'zh-tw': '僅限此網段' },
    direction: { en: 'Direction', zh: '通行方向', 'zh-tw': '通行方向' },
  },
} as const satisfies OperationWords
