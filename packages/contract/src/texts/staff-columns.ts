import type { Language } from '../envelope.ts'

/** The columns of an export of staff besides those of an import (`import-texts.ts`). */
export const staffColumnTitles = {
  en: {
    portrait: 'Portrait',
    createdAt: 'Added',
    employee: 'Employee',
    intern: 'Intern',
    yes: 'Yes',
    no: 'No',
    sheet: 'Staff',
  },
  zh: {
    portrait: '识别照片',
    createdAt: '添加时间',
    employee: '正式员工',
    intern: '实习生',
    yes: '有',
    no: '无',
    sheet: '员工',
  },
  'zh-tw': {
    portrait: '識別照片',
    createdAt: '新增時間',
    employee: '正式員工',
    intern: '實習生',
    yes: '有',
    no: '無',
    sheet: '員工',
  },
} as const satisfies Record<Language, object>
