import type { visits as english } from './en.ts'
import type { SameShape } from '../../../../i18n/same-shape.ts'

export const visits = {
  invite: {
    title: '您的来访',
    titleAt: '您将到访 {enterprise}',
    lead: '请填写资料并上传人脸照片，以便门禁识别您。',
    send: '提交',
    sending: '正在提交…',
  },
  walkIn: {
    title: '来访登记',
    titleAt: '{enterprise} 来访登记',
    lead: '提交后前台会立即看到；接待人有邮箱时也会收到邮件。请保持此页面打开，等待答复。',
    host: '您要拜访谁？',
    hostHint: '请填写对方全名',
    detail: '对方的部门或工号',
    detailHint: '可能有人同名时填写',
    send: '申请进入',
  },
  field: {
    name: '姓名',
    company: '公司',
    phone: '手机号',
    purpose: '来访事由',
  },
  fact: {
    visitor: '访客',
    host: '接待人',
    when: '时间',
    purpose: '事由',
    company: '公司',
    reception: '前台',
  },
  pending: {
    title: '等待答复',
    text: '已询问 {host}，结果会自动显示在此页面。',
    atReception: '前台已收到您的登记，结果会自动显示在此页面。',
  },
  approved: {
    title: '欢迎光临',
    text: '门禁会识别您的面部；如未识别，请出示此通行码。',
    noPass: '门禁会识别您的面部。',
    code: '您的通行码',
  },
  refused: {
    title: '此次来访未获同意',
    text: '请与 {host} 联系。',
    reason: '原因：{reason}',
  },
  ended: {
    title: '您的来访已结束',
    text: '预定时间至 {to}。如仍需停留，请联系 {host} 延长。',
  },
  withdrawn: {
    title: '此邀请已撤回',
    text: '如有疑问，请与 {host} 联系。',
  },
  host: {
    title: '{name} 申请来访',
    lead: '点击按钮后才会生效。',
    approve: '同意进入',
    refuse: '拒绝',
    reason: '原因（会告知访客）',
    approved: { title: '您已同意 {name} 进入', text: '访客和门禁均已收到通知。' },
    refused: { title: '您已拒绝 {name}', text: '已告知访客。' },
    picture: '访客照片',
    samePerson: '门禁将按以上所有照片识别。请确认每张都是同一个人，再予放行。',
    waiting: { title: '暂时无需答复', text: '访客尚未填写资料。' },
    ended: { title: '此次来访已结束', text: '无需再答复。' },
    withdrawn: { title: '此次来访已撤回', text: '无需再答复。' },
  },
} as const satisfies SameShape<typeof english>
