import type { menu as english } from '../en/menu.ts'
import type { SameShape } from '../same-shape.ts'

export const menu = {
  title: '主選單',
  groups: {
    live: '即時',
    dashboard: '控制台',
    device: '設備',
    personnel: '人員',
    access: '通行',
    attendance: '考勤',
    upgrade: '升級',
    enterprise: '企業管理',
  },
} as const satisfies SameShape<typeof english>
