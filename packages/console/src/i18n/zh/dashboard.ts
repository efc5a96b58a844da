import type { dashboard as english } from '../en/dashboard.ts'
import type { SameShape } from '../same-shape.ts'

export const dashboard = {
  purpose: '查看已完成的设置与下一步。',
  hello: '{name}，欢迎',
  steps: {
    title: '开始使用',
    done: '已完成',
    todo: '待完成',
    device: {
      title: '添加设备',
      text: '用 6 位配对码连接一台终端。',
      done_one: '{count} 台设备，{online} 台在线',
      done_other: '{count} 台设备，{online} 台在线',
      action: '添加设备',
      open: '查看设备',
    },
    staff: {
      title: '添加人员',
      text: '填写姓名、部门并上传一张照片，设备数秒内即可识别。',
      done_one: '{count} 名员工',
      done_other: '{count} 名员工',
      action: '添加人员',
      open: '查看员工',
    },
    records: {
      title: '查看通行',
      text: '每次识别都会带图片实时出现，无需刷新。',
      done: '最近一次：{at}',
      action: '查看记录',
    },
  },
  nothing: '您的角色没有待完成的设置，请使用菜单。',
} as const satisfies SameShape<typeof english>
