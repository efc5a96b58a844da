import type { frame as english } from '../en/frame.ts'
import type { SameShape } from '../same-shape.ts'

export const frame = {
  product: 'Gatehouse',
  skip: '跳到主要內容',
  breadcrumbs: '目前位置',
  sidebar: {
    collapse: '收合選單',
    expand: '展開選單',
    close: '關閉選單',
  },
  documentation: '說明文件',
  commands: '前往、尋找、操作（Ctrl+K）',
  find: '搜尋，或直接說要做什麼',
  lockdown: '封鎖或緊急開門（Ctrl+Shift+L）',
  tools: '工具',
  bottom: {
    label: '手機選單',
    people: '人員',
    add: '新增',
    alarms: '警報',
    more: '更多',
  },
  add: {
    staff: '員工',
    visitor: '訪客',
    device: '設備',
  },
  language: '語言',
  user: {
    menu: '帳號選單',
    about: '關於',
    version: '版本資訊',
    account: '我的帳號',
    password: '變更密碼',
    logout: '登出',
    loggingOut: '正在登出，請稍候',
  },
  theme: {
    label: '外觀',
    light: '淺色',
    dark: '深色',
    system: '依系統設定',
  },
  density: {
    label: '列高',
    comfortable: '寬鬆',
    compact: '緊密',
  },
  readingOnly: {
    title: '伺服器磁碟已滿：目前只能檢視，無法變更',
    cure: '請清出伺服器的磁碟空間、刪除識別記錄或升級套件，或調整設定以覆寫更多歷史資料。門禁照常判斷通行，設備會保留識別記錄，待有空間後自動上傳，一切隨即恢復正常。',
    storage: '磁碟空間',
    who: '請聯絡管理員。門禁照常判斷通行，設備會保留識別記錄，待有空間後自動上傳，一切隨即恢復正常。',
  },
  exhibition: {
    leave: '離開展廳模式',
  },
  role: {
    superAdmin: '超級管理員',
    mainAdmin: '主管理員',
    subAdmin: '子管理員',
    deviceAdmin: '設備管理員',
    visitorAdmin: '訪客管理員',
  },
  footer: {
    version: '版本 {version}',
    copyright: '© {years} Gatehouse',
    zone: '時區：{zone} (UTC{offset})',
  },
  versionDialog: {
    enterprise: 'Gatehouse 企業版',
    cloud: 'Gatehouse 雲端版',
    edition: '版本',
    date: '發佈日期',
    version: '版本號',
    more: '關於 Gatehouse',
  },
  edition: {
    enterprise: '企業版',
    cloud: '雲端版',
  },
  waiting: {
    alarms_one: '{count} 則未處理警報',
    alarms_other: '{count} 則未處理警報',
    visits_one: '{count} 筆來訪待審核',
    visits_other: '{count} 筆來訪待審核',
    devices_one: '{count} 台設備等待加入',
    devices_other: '{count} 台設備等待加入',
  },
  /** Parts of the component library, for who listens. */
  library: {
    clear: '清除',
    increase: '增加',
    decrease: '減少',
    previous: '上一頁',
    next: '下一頁',
    search: '搜尋',
    more: '更多',
    loading: '正在載入',
  },
  liveView: '即時檢視',
} as const satisfies SameShape<typeof english>
