import type { dashboard as english } from '../en/dashboard.ts'
import type { SameShape } from '../same-shape.ts'

export const dashboard = {
  purpose: '查看已完成的設定與下一步。',
  hello: '{name}，歡迎',
  steps: {
    title: '開始使用',
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
    staff: {
      title: '新增人員',
      text: '填寫姓名、部門並上傳一張照片，設備數秒內即可識別。',
      done_one: '{count} 名員工',
      done_other: '{count} 名員工',
      action: '新增人員',
      open: '查看員工',
    },
    records: {
      title: '查看通行',
      text: '每次識別都會附圖片即時出現，無須重新整理。',
      done: '最近一次：{at}',
      action: '查看記錄',
    },
  },
  nothing: '您的角色沒有待完成的設定，請使用選單。',
} as const satisfies SameShape<typeof english>
