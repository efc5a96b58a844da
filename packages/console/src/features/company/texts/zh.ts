import type { company as english } from './en.ts'
import type { SameShape } from '../../../i18n/same-shape.ts'

export const company = {
  title: '企业信息',
  purpose: '企业的基本信息，以及登录页和设备上显示的样式。',
  edit: '编辑企业信息',
  saved: '企业信息已保存',
  field: {
    name: '企业名称',
    welcome: '欢迎语',
    introduction: '企业简介',
    authorization: '授权期限',
    qualityLevel: '人脸照片质量等级',
    timeZone: '时区',
  },
  quality: {
    low: '低：仅要求只有一张人脸',
    high: '高：同时检查尺寸、角度、亮度、模糊、张嘴和遮挡',
  },
  welcomeHint: '显示在登录页，以及未单独设置欢迎语的设备上。',
  qualityName: { low: '低', high: '高' },
  qualityHint:
    '“低”仅要求只有一张人脸，“高”还会检查尺寸、角度、亮度、模糊、张嘴和遮挡。从下一张照片开始生效，已有照片不受影响。',
  zoneHint: '所有页面显示该时区的时间。统计日期，以及未单独设置时区的考勤规则和设备，均以此为准。',
  zoneWaits_one: '正在重新计算考勤，还剩 {count} 人。',
  zoneWaits_other: '正在重新计算考勤，还剩 {count} 人。',
  zoneChange: {
    title: '修改时区会影响以下内容',
    days: '统计和首页的日期与小时按新时区划分，历史数据也一样。',
    attendance_one: '未单独设置时区的考勤规则下共 {count} 人，自 {on} 起的考勤将在后台重新计算，更早的结果不变。',
    attendance_other: '未单独设置时区的考勤规则下共 {count} 人，自 {on} 起的考勤将在后台重新计算，更早的结果不变。',
    locked: '已锁定的月份（截至 {month}）保持不变。',
    devices_one: '未单独设置时区的 {count} 台设备立即采用新时区，通行时间随之变化。',
    devices_other: '未单独设置时区的 {count} 台设备立即采用新时区，通行时间随之变化。',
    report: '考勤月报和当日有效的访问按新的日期计算。',
  },
  pictures: '企业标志和背景图',
  picturesText: '显示在登录页和设备上。',
  picture: { logo: '企业标志', background: '背景图' },
  advice: {
    logo: 'jpg 或 png，不超过 4 MB，建议不超过 100 × 620 像素。透明背景会保留。',
    background: 'jpg 或 png，不超过 4 MB，建议不超过 1080 × 720 像素。',
  },
  noPicture: '未设置',
  choose: { logo: '选择标志', background: '选择背景图' },
  uploaded: '{picture}已保存',
  remove: { logo: '移除标志', background: '移除背景图' },
  removeQuestion: { logo: '移除企业标志？', background: '移除背景图？' },
  removeText: '登录页和设备将恢复为 Gatehouse 的默认样式。',
} as const satisfies SameShape<typeof english>
