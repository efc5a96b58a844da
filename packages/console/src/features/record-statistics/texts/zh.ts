import type { statistics as english } from './en.ts'
import type { SameShape } from '../../../i18n/same-shape.ts'

export const statistics = {
  title: '识别统计',
  purpose: '何时何地有多少人通行。标记为误识别的记录不计入。',
  period: '时间段',
  department: '部门',
  lastDays: '最近 {count} 天',
  by: { label: '统计方式', day: '按天', hour: '按小时' },
  step: '日期或小时',
  stepOf: { day: '日期', hour: '小时' },
  name: '名称',
  total: '记录数',
  opened: '开门数',
  devices: '设备',
  devicesHint: '控制器在此按其所有门合计。在上方选择该设备，即可查看每扇门的数量。',
  doors: '门',
  door: '{port} 号门',
  noDoor: '未记录门',
  departments: '部门',
  gone: '已删除',
  note: '按 {zone} 时间统计。',
  empty: {
    title: '该时间段没有记录',
    text: '请选择更长的时间段，或减少筛选条件。',
  },
  confusions: {
    title: '误识别情况',
    hint: '来自标记为误识别的记录。提高设备的人脸阈值即可避免。',
    none: '尚无标记。系统认错人时，请将该条识别记录标记为误识别。',
    taken: '被识别为',
    actual: '实际是',
    unknown: '未注明',
    count: '次数',
    threshold: '所需阈值',
    last: '最近一次',
  },
  filter: {
    kind: '人员类型',
    device: '设备',
    door: '门',
  },
} as const satisfies SameShape<typeof english>
