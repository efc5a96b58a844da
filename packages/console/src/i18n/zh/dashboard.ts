import type { dashboard as english } from '../en/dashboard.ts'
import type { SameShape } from '../same-shape.ts'

export const dashboard = {
  purpose: '查看已完成的设置与下一步。',
  hello: '{name}，欢迎',
  steps: {
    title: '开始使用',
    purpose: '完成以下几步，第一扇门就能为该进的人打开。',
    dismiss: '不再显示',
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
    department: {
      title: '建立部门',
      text: '员工归属部门，考勤与列表都按部门展开。',
      done_one: '{count} 个部门',
      done_other: '{count} 个部门',
      action: '新建部门',
      open: '查看部门',
    },
    staff: {
      title: '添加带照片的人员',
      text: '填写姓名、部门并上传一张照片，设备数秒内即可识别。',
      done_one: '{count} 名员工已有照片',
      done_other: '{count} 名员工已有照片',
      action: '添加人员',
      open: '查看员工',
    },
    policy: {
      title: '设定谁在何时通行',
      text: '通行策略让人员组按时间表通过设备；没有策略时，组内人员随时可以通行。',
      done_one: '{count} 条通行策略',
      done_other: '{count} 条通行策略',
      action: '新建通行策略',
      open: '查看通行策略',
    },
    record: {
      title: '查看通行',
      text: '每次识别都会带图片实时出现，无需刷新。',
      done: '最近一次：{at}',
      action: '查看记录',
      open: '查看记录',
    },
  },
} as const satisfies SameShape<typeof english>
