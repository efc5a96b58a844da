import type { about as english } from './en.ts'
import type { SameShape } from '../../../i18n/same-shape.ts'

export const about = {
  title: '关于',
  purpose: '本系统运行的版本与使用条款。',
  product: '本系统',
  documentsText: '随产品提供，无需联网即可打开。',
  version: '版本号',
  date: '发布日期',
  edition: '版本',
  documents: '文档',
  help: '帮助',
  privacy: '隐私说明',
  terms: '使用条款',
  introduction: '产品介绍',
  api: '接口文档',
  licences: 'Gatehouse 以 Apache-2.0 许可证发布。',
} as const satisfies SameShape<typeof english>
