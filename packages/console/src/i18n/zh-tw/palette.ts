import type { palette as english } from '../en/palette.ts'
import type { SameShape } from '../same-shape.ts'

export const palette = {
  title: '前往、尋找、操作',
  hint: '頁面、姓名、號碼…',
  found: '尋找結果',
  searching: '正在尋找…',
  nothing: '沒有找到「{typed}」。',
  keys: '↑ ↓ 選擇，Enter 開啟，Esc 關閉',
  online: '在線',
  offline: '離線',
  stranger: '陌生人',
  sections: {
    pages: '頁面',
    actions: '操作',
    staff: '員工',
    visitors: '訪客',
    blacklist: '黑名單',
    devices: '設備',
    records: '識別記錄',
  },
  actions: {
    addStaff: '新增員工',
    addVisitor: '新增訪客',
    addDevice: '新增設備',
    addPolicy: '新增通行策略',
    addBlacklisted: '新增黑名單人員',
    importStaff: '匯入員工',
    why: '查詢某人能否通行及原因',
    liveView: '開啟即時檢視',
    openAlarms: '檢視未解除的警報',
    password: '修改自己的密碼',
  },
  shortcuts: {
    title: '快速鍵',
    palette: '尋找任何頁面、人員、設備或記錄',
    list: '顯示此清單',
    search: '在清單中搜尋',
    move: '選擇',
    open: '開啟所選內容',
    close: '關閉目前內容',
  },
} as const satisfies SameShape<typeof english>
