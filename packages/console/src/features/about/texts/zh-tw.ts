import type { about as english } from './en.ts'
import type { SameShape } from '../../../i18n/same-shape.ts'

export const about = {
  title: '關於',
  purpose: '本系統執行的版本與使用條款。',
  product: '本系統',
  documentsText: '隨產品提供，無須連網即可開啟。',
  version: '版本號',
  date: '發佈日期',
  edition: '版本',
  documents: '文件',
  help: '說明',
  privacy: '隱私說明',
  terms: '使用條款',
  introduction: '產品介紹',
  api: 'API 文件',
  licences: 'Gatehouse 以 Apache-2.0 授權條款發佈。',
} as const satisfies SameShape<typeof english>
