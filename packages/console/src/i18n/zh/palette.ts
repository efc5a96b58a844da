import type { palette as english } from '../en/palette.ts'
import type { SameShape } from '../same-shape.ts'

export const palette = {
  title: '前往、查找、操作',
  hint: '页面、姓名、号码…',
  found: '查找结果',
  searching: '正在查找…',
  nothing: '没有找到“{typed}”。',
  keys: '↑ ↓ 选择，Enter 打开，Esc 关闭',
  online: '在线',
  offline: '离线',
  stranger: '陌生人',
  sections: {
    pages: '页面',
    actions: '操作',
    staff: '员工',
    visitors: '访客',
    blacklist: '黑名单',
    devices: '设备',
    records: '识别记录',
  },
  actions: {
    addStaff: '添加员工',
    addVisitor: '添加访客',
    addDevice: '添加设备',
    addPolicy: '新建通行策略',
    addBlacklisted: '添加黑名单人员',
    importStaff: '导入员工',
    why: '查询某人能否通行及原因',
    liveView: '打开实时查看',
    openAlarms: '查看未解除的告警',
    password: '修改自己的密码',
  },
  shortcuts: {
    title: '快捷键',
    palette: '查找任何页面、人员、设备或记录',
    list: '显示此列表',
    search: '在列表中搜索',
    move: '选择',
    open: '打开所选内容',
    close: '关闭当前内容',
  },
} as const satisfies SameShape<typeof english>
