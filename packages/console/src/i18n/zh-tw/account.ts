import type { account as english } from '../en/account.ts'
import type { SameShape } from '../same-shape.ts'

export const account = {
  title: '變更密碼',
  purpose: '變更後，此帳號的其他工作階段都會結束。',
  current: '目前密碼',
  next: '新密碼',
  repeat: '再次輸入新密碼',
  rule: '{min}-{max} 個英文字母、數字或底線',
  strength: '強度：{level}',
  levels: { weak: '弱', fair: '中', strong: '強' },
  required: '請輸入{field}。',
  form: '請使用 {min}-{max} 個英文字母、數字或底線。',
  mismatch: '兩次輸入的密碼不一致！',
  save: '變更密碼',
  saved: '密碼已變更',
} as const satisfies SameShape<typeof english>
