import type { visits as english } from './en.ts'
import type { SameShape } from '../../../../i18n/same-shape.ts'

export const visits = {
  invite: {
    title: '您的來訪',
    titleAt: '您將到訪 {enterprise}',
    lead: '請填寫資料並上傳臉部照片，門禁才能認出您。',
    send: '送出',
    sending: '正在送出…',
  },
  walkIn: {
    title: '來訪登記',
    titleAt: '{enterprise} 來訪登記',
    lead: '送出後櫃台會立即看到；接待人有電子郵件時也會收到通知。請保持此頁面開啟，等候答覆。',
    host: '您要拜訪誰？',
    hostHint: '請填寫對方全名',
    detail: '對方的部門或工號',
    detailHint: '可能有人同名時填寫',
    send: '申請進入',
  },
  field: {
    name: '姓名',
    company: '公司',
    phone: '手機號碼',
    purpose: '來訪事由',
  },
  fact: {
    visitor: '訪客',
    host: '接待人',
    when: '時段',
    purpose: '事由',
    company: '公司',
    reception: '櫃台',
  },
  pending: {
    title: '等候答覆',
    text: '已詢問 {host}，結果會自動出現在此頁面。',
    atReception: '櫃台已收到您的登記，結果會自動出現在此頁面。',
  },
  approved: {
    title: '歡迎光臨',
    text: '門禁會辨識您的臉部；如未辨識，請出示此通行碼。',
    noPass: '門禁會辨識您的臉部。',
    code: '您的通行碼',
  },
  refused: {
    title: '此次來訪未獲同意',
    text: '請與 {host} 聯絡。',
    reason: '原因：{reason}',
  },
  ended: {
    title: '您的來訪已結束',
    text: '預定時間至 {to}。如仍需停留，請聯絡 {host} 延長。',
  },
  withdrawn: {
    title: '此邀請已撤回',
    text: '如有疑問，請與 {host} 聯絡。',
  },
  host: {
    title: '{name} 申請來訪',
    lead: '按下按鈕後才會生效。',
    approve: '同意進入',
    refuse: '拒絕',
    reason: '原因（會告知訪客）',
    approved: { title: '您已同意 {name} 進入', text: '訪客與門禁都已收到通知。' },
    refused: { title: '您已拒絕 {name}', text: '已告知訪客。' },
    picture: '訪客照片',
    samePerson: '門禁將依以上所有照片辨識。請確認每張都是同一個人，再予放行。',
    waiting: { title: '目前無需答覆', text: '訪客尚未填寫資料。' },
    ended: { title: '此次來訪已結束', text: '無需再答覆。' },
    withdrawn: { title: '此次來訪已撤回', text: '無需再答覆。' },
  },
} as const satisfies SameShape<typeof english>
