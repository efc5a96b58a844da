import type { frame as english } from '../en/frame.ts'
import type { SameShape } from '../same-shape.ts'

export const frame = {
  product: 'Gatehouse',
  skip: '跳到正文',
  breadcrumbs: '当前位置',
  sidebar: {
    collapse: '收起菜单',
    expand: '展开菜单',
    close: '关闭菜单',
  },
  documentation: '帮助文档',
  commands: '前往、查找、操作（Ctrl+K）',
  find: '查找，或直接说要做什么',
  lockdown: '封锁或紧急开门（Ctrl+Shift+L）',
  tools: '工具',
  bottom: {
    label: '手机菜单',
    people: '人员',
    add: '添加',
    alarms: '告警',
    more: '更多',
  },
  add: {
    staff: '员工',
    visitor: '访客',
    device: '设备',
  },
  language: '语言',
  user: {
    menu: '账号菜单',
    about: '关于',
    version: '版本信息',
    account: '我的账号',
    password: '修改密码',
    logout: '退出登录',
    loggingOut: '正在退出，请稍候',
  },
  theme: {
    label: '外观',
    light: '浅色',
    dark: '深色',
    system: '跟随系统',
  },
  density: {
    label: '行高',
    comfortable: '宽松',
    compact: '紧凑',
  },
  readingOnly: {
    title: '服务器磁盘已满：目前只能查看，无法更改',
    cure: '请清理服务器磁盘、删除识别记录或升级包，或调整设置以覆盖更多历史数据。门禁照常判断通行，设备会保留识别记录，待有空间后自动上传，一切随即恢复正常。',
    storage: '磁盘空间',
    who: '请联系管理员。门禁照常判断通行，设备会保留识别记录，待有空间后自动上传，一切随即恢复正常。',
  },
  exhibition: {
    leave: '退出展厅模式',
  },
  role: {
    superAdmin: '超级管理员',
    mainAdmin: '主管理员',
    subAdmin: '子管理员',
    deviceAdmin: '设备管理员',
    visitorAdmin: '访客管理员',
  },
  footer: {
    version: '版本 {version}',
    copyright: '© {years} Gatehouse',
    zone: '时区：{zone} (UTC{offset})',
  },
  versionDialog: {
    enterprise: 'Gatehouse 企业版',
    cloud: 'Gatehouse 云版',
    edition: '版本',
    date: '发布日期',
    version: '版本号',
    more: '关于 Gatehouse',
  },
  edition: {
    enterprise: '企业版',
    cloud: '云版',
  },
  waiting: {
    alarms_one: '{count} 条未处理告警',
    alarms_other: '{count} 条未处理告警',
    visits_one: '{count} 条来访待审核',
    visits_other: '{count} 条来访待审核',
    devices_one: '{count} 台设备等待接入',
    devices_other: '{count} 台设备等待接入',
  },
  /** Parts of the component library, for who listens. */
  library: {
    clear: '清除',
    increase: '增加',
    decrease: '减少',
    previous: '上一页',
    next: '下一页',
    search: '搜索',
    more: '更多',
    loading: '正在加载',
  },
  liveView: '实时查看',
} as const satisfies SameShape<typeof english>
