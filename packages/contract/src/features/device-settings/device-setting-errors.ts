import type { ErrorDefinitions } from '../../error-definitions.ts'

export const deviceSettingErrors = {
  'settings-batch.not-found': {
    status: 404,
    en: 'This batch no longer exists. Choose the devices again.',
    zh: '此批量设置已不存在，请重新选择设备。',
    'zh-tw': '此批次設定已不存在，請重新選擇設備。',
  },
  'settings-batch.applied': {
    status: 409,
    en: 'This batch was applied already.',
    zh: '此批量设置已经下发过。',
    'zh-tw': '此批次設定已經套用過。',
  },
  'settings-template.not-found': {
    status: 404,
    en: 'This template no longer exists. Reload the list.',
    zh: '此模板已不存在，请刷新列表。',
    'zh-tw': '此範本已不存在，請重新整理清單。',
  },
  'settings-template.name-taken': {
    status: 409,
    en: 'A template with the name {name} already exists. Choose another name.',
    zh: '已有名为 {name} 的模板，请换一个名称。',
    'zh-tw': '已有名為 {name} 的範本，請換一個名稱。',
  },
} as const satisfies ErrorDefinitions
