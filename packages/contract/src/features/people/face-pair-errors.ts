import type { ErrorDefinitions } from '../../error-definitions.ts'

export const facePairErrors = {
  'face-pair.not-found': {
    status: 404,
    en: 'These two people are no longer in the list of alike faces. Reload the list.',
    zh: '相似人脸列表中已没有这两个人，请刷新列表。',
    'zh-tw': '相似人臉清單中已沒有這兩個人，請重新整理清單。',
  },
  'face-pair.main-missing': {
    status: 422,
    en: 'Choose which entry holds for both. Where one is blacklisted, it is that one.',
    zh: '请选择以哪条登记为准；若其中一条在黑名单中，则以黑名单为准。',
    'zh-tw': '請選擇以哪一筆登記為準；若其中一筆在黑名單中，則以黑名單為準。',
  },
  'face-pair.joined-already': {
    status: 409,
    en: 'One of the two is joined to another entry already. Take that back first.',
    zh: '其中一条已与其他登记合并，请先撤销该合并。',
    'zh-tw': '其中一筆已與其他登記合併，請先復原該合併。',
  },
} as const satisfies ErrorDefinitions
