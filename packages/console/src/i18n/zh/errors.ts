import type { errors as english } from '../en/errors.ts'
import type { SameShape } from '../same-shape.ts'

export const errors = {
  title: '错误',
  request: '请求错误，请稍后再试',
  response: '响应错误，请稍后再试',
  session: {
    title: '会话错误',
    text: '登录已过期，请重新登录后再试',
  },
  server: {
    title: '控制台未能打开',
    next: '即将返回登录页。',
  },
  permissionDenied: '没有权限',
  dataLoading: '数据加载错误，点击刷新重试',
  imageUpload: '图片上传失败，请检查网络后重试。',
  fileUnreadable: '无法读取该文件，文件可能已被移动或尚未从云端下载，请重新选择。',
  chunk: {
    title: '页面未能加载',
    text: '控制台的一部分未能送达。请检查网络；也可能控制台刚刚升级。',
  },
  page: {
    title: '此页面出错了',
    text: '数据已安全保存在服务器上。请重新加载页面；如再次出现，请将刚才的操作告知管理员。',
  },
  notFound: {
    title: '找不到该页面',
    text: '地址可能有误、页面可能已移动，或您的角色无权访问。',
  },
  noSuchThing: '此地址没有对应的内容，地址可能有误。',
  forbidden: {
    title: '没有权限',
    text: '您的角色不包含此功能。如有需要，请联系超级管理员。',
  },
  licenceWorse: {
    title: '该授权的内容更少',
    lead: '它将取代之前的授权，以下内容会变差：',
    trial: '30 天试用将取代已购买的授权。',
    edition: '版本：由{from}变为{to}。',
    end: '到期日：由 {from} 变为 {to}。',
    devices: '设备上限：由 {from} 变为 {to}。',
    people: '人员上限：由 {from} 变为 {to}。',
    devicesTaken: '已使用 {from} 台设备，该授权最多 {to} 台：将无法再添加。',
    peopleTaken: '已有 {from} 人，该授权最多 {to} 人：将无法再添加。',
    devicesMore: '已使用的设备超过该授权的上限（{to} 台）：将无法再添加。',
    peopleMore: '现有人员超过该授权的上限（{to} 人）：将无法再添加。',
    internet: '该授权不允许从互联网访问本系统。',
    noLimit: '不限',
    enterprise: '企业版',
    cloud: '云版',
    accept: '仍然激活',
    keep: '保留现有授权',
  },
  reload: '重新加载',
  retry: '重试',
  home: '返回控制台',
  ok: '确定',
  requestId: '请求编号 {id}',
} as const satisfies SameShape<typeof english>
