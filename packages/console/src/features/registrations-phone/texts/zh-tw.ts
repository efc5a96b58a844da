import type { register as english } from './en.ts'
import type { SameShape } from '../../../i18n/same-shape.ts'

export const register = {
  title: '{company} 人員登記',
  text: '請填寫以下資料，審核通過後即可刷臉通行。',
  name: '姓名',
  phone: '手機號碼',
  department: '部門',
  departmentHint: '輸入部門名稱中的兩個字來查詢，不清楚可留空',
  departmentChoose: '請從清單中選擇，或留空。',
  departmentFound: '請選擇您的部門：',
  departmentNone: '沒有名稱包含此內容的部門。',
  departmentMore: '結果較多，請輸入更完整的名稱。',
  departmentOther: '更換部門',
  submit: '送出登記',
  done: '登記已送出',
  doneText: '正在等待審核。請保存這個連結，隨時可查詢結果。',
  look: '查詢結果',
  asked: {
    title: '更新照片',
    text: '{company} 請 {name} 送出一張或幾張新照片，以便門禁更準確地辨識您。新照片通過審核前，門禁仍使用現有照片。',
    submit: '送出照片',
    done: '照片已送出',
  },
  outcome: {
    pending: '等待審核',
    pendingText: '您於 {at} 送出的登記正在等待審核，請稍後再來查看。',
    approved: '已通過',
    approvedText: '{name}，您現在可以刷臉通行了。',
    rejected: '已駁回',
    rejectedText: '原因：{reason}',
    againAsked: '請向寄送連結的人索取新的連結。',
    again: '請重新掃描 QR Code 登記。',
  },
} as const satisfies SameShape<typeof english>
