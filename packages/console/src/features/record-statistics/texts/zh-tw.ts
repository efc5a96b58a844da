import type { statistics as english } from './en.ts'
import type { SameShape } from '../../../i18n/same-shape.ts'

export const statistics = {
  title: '識別統計',
  purpose: '何時何地有多少人通行。標記為誤識別的記錄不計入。',
  period: '期間',
  department: '部門',
  lastDays: '最近 {count} 天',
  by: { label: '統計方式', day: '依日期', hour: '依小時' },
  step: '日期或小時',
  stepOf: { day: '日期', hour: '小時' },
  name: '名稱',
  total: '記錄數',
  opened: '開門數',
  devices: '設備',
  devicesHint: '控制器在此以其所有門合計。在上方選擇該設備，即可查看每扇門的數量。',
  doors: '門',
  door: '{port} 號門',
  noDoor: '未記錄門',
  departments: '部門',
  gone: '已刪除',
  note: '依 {zone} 時間統計。',
  empty: {
    title: '此期間沒有記錄',
    text: '請選擇更長的期間，或減少篩選條件。',
  },
  confusions: {
    title: '誤識別情況',
    hint: '來自標記為誤識別的記錄。提高設備的人臉閾值即可避免。',
    none: '尚無標記。系統認錯人時，請將該筆識別記錄標記為誤識別。',
    taken: '被識別為',
    actual: '實際是',
    unknown: '未註明',
    count: '次數',
    threshold: '所需閾值',
    last: '最近一次',
  },
  filter: {
    kind: '人員類型',
    device: '設備',
    door: '門',
  },
} as const satisfies SameShape<typeof english>
