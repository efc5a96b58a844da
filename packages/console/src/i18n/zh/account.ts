import type { account as english } from '../en/account.ts'
import type { SameShape } from '../same-shape.ts'

export const account = {
  title: '修改密码',
  purpose: '修改后，此账号的其他会话都会结束。',
  current: '当前密码',
  next: '新密码',
  repeat: '再次输入新密码',
  rule: '{min}-{max} 位字母、数字或下划线',
  strength: '强度：{level}',
  levels: { weak: '弱', fair: '中', strong: '强' },
  required: '请输入{field}。',
  form: '请使用 {min}-{max} 位字母、数字或下划线。',
  mismatch: '两次输入的密码不一致！',
  save: '修改密码',
  saved: '密码已修改',
} as const satisfies SameShape<typeof english>
