import type { dashboard as english } from '../en/dashboard.ts'
import type { SameShape } from '../same-shape.ts'

export const dashboard = {
  purpose: '查看已完成的設定與下一步。',
  hello: '{name}，歡迎',
  steps: {
    title: '開始使用',
    purpose: '完成以下幾步，第一扇門就能為該進的人開啟。',
    dismiss: '不再顯示',
    done: '已完成',
    todo: '待完成',
    device: {
      title: '新增設備',
      text: '用 6 碼配對碼連接一台終端。',
      done_one: '{count} 台設備，{online} 台在線',
      done_other: '{count} 台設備，{online} 台在線',
      action: '新增設備',
      open: '查看設備',
    },
    department: {
      title: '建立部門',
      text: '員工隸屬部門，考勤與清單都依部門展開。',
      done_one: '{count} 個部門',
      done_other: '{count} 個部門',
      action: '新增部門',
      open: '查看部門',
    },
    staff: {
      title: '新增有照片的人員',
      text: '填寫姓名、部門並上傳一張照片，設備數秒內即可識別。',
      done_one: '{count} 名員工已有照片',
      done_other: '{count} 名員工已有照片',
      action: '新增人員',
      open: '查看員工',
    },
    policy: {
      title: '設定誰在何時通行',
      text: '通行策略讓人員群組依時間表通過設備；沒有策略時，群組內人員隨時可以通行。',
      done_one: '{count} 條通行策略',
      done_other: '{count} 條通行策略',
      action: '新增通行策略',
      open: '查看通行策略',
    },
    record: {
      title: '查看通行',
      text: '每次識別都會附圖片即時出現，無須重新整理。',
      done: '最近一次：{at}',
      action: '查看記錄',
      open: '查看記錄',
    },
  },
} as const satisfies SameShape<typeof english>
