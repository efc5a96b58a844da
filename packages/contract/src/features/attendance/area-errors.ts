import type { ErrorDefinitions } from '../../error-definitions.ts'

export const attendanceAreaErrors = {
  'attendance-area.not-found': {
    status: 404,
    en: 'This attendance area no longer exists.',
    zh: '该考勤区域不存在或已被删除。',
    'zh-tw': '此考勤區域不存在或已被刪除。',
  },
  'attendance-area.name-taken': {
    status: 409,
    en: 'Another attendance area has this name.',
    zh: '已有同名的考勤区域。',
    'zh-tw': '已有同名的考勤區域。',
  },
  'attendance-area.device-taken': {
    status: 409,
    en: 'One of these devices already belongs to the area “{area}”.',
    zh: '其中有设备已属于考勤区域“{area}”。',
    'zh-tw': '其中有設備已屬於考勤區域「{area}」。',
  },
  'attendance-area.too-many': {
    status: 409,
    en: 'There are already {count} attendance areas, which is the maximum.',
    zh: '考勤区域已达上限 {count} 个。',
    'zh-tw': '考勤區域已達上限 {count} 個。',
  },
  'attendance-area.in-use': {
    status: 409,
    en: 'An attendance rule, or an earlier version of one, uses this area, so it cannot be deleted.',
    zh: '有考勤规则（或其历史版本）使用该区域，无法删除。',
    'zh-tw': '有考勤規則（或其歷史版本）使用此區域，無法刪除。',
  },
} as const satisfies ErrorDefinitions
