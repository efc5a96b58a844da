import type { menu as english } from '../en/menu.ts'
import type { SameShape } from '../same-shape.ts'

export const menu = {
  title: '主菜单',
  groups: {
    live: '实时',
    dashboard: '控制台',
    device: '设备',
    personnel: '人员',
    access: '通行',
    attendance: '考勤',
    upgrade: '升级',
    enterprise: '企业管理',
  },
} as const satisfies SameShape<typeof english>
