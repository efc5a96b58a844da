import type { ErrorDefinitions } from '../../error-definitions.ts'

export const liveErrors = {
  'live.no-reader': {
    status: 409,
    en: 'There is no device at this door. Add one to the door first.',
    zh: '该门没有设备，请先为其添加设备。',
    'zh-tw': '此門沒有設備，請先為其新增設備。',
  },
} as const satisfies ErrorDefinitions
