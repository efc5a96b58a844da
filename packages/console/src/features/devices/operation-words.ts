import type { OperationWords } from '../../i18n/operation-words.ts'

export const operationWords = {
  modules: {
    device: { en: 'Devices', zh: '设备', 'zh-tw': '設備' },
  },
  events: {
    accept: { en: 'Accepted', zh: '接受', 'zh-tw': '接受' },
    'apply-settings': { en: 'Settings applied', zh: '下发设置', 'zh-tw': '套用設定' },
    'change-settings': { en: 'Device settings changed', zh: '修改设备设置', 'zh-tw': '修改設備設定' },
    'at-device-data-cleared': { en: 'Data cleared at the device', zh: '在设备上清除数据', 'zh-tw': '在設備上清除資料' },
    'at-device-menu-opened': { en: 'Menu opened at the device', zh: '在设备上打开菜单', 'zh-tw': '在設備上開啟選單' },
    'at-device-person-added': { en: 'Person added at the device', zh: '在设备上添加人员', 'zh-tw': '在設備上新增人員' },
    'at-device-person-deleted': {
      en: 'Person deleted at the device',
      zh: '在设备上删除人员',
      'zh-tw': '在設備上刪除人員',
    },
    'at-device-privilege-changed': {
      en: 'Privilege changed at the device',
      zh: '在设备上更改权限',
      'zh-tw': '在設備上變更權限',
    },
    'at-device-setting-changed': {
      en: 'Setting changed at the device',
      zh: '在设备上修改设置',
      'zh-tw': '在設備上修改設定',
    },
    'at-device-time-set': { en: 'Time set at the device', zh: '在设备上设置时间', 'zh-tw': '在設備上設定時間' },
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
    groupPorts: { en: 'Doors of groups', zh: '人员组的门', 'zh-tw': '人員群組的門' },
    sourceNetwork: { en: 'Only from this network', zh: '仅限此网段', 'zh-tw': '僅限此網段' },
    direction: { en: 'Direction', zh: '通行方向', 'zh-tw': '通行方向' },
  },
} as const satisfies OperationWords
