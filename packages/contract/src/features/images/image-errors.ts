import type { ErrorDefinitions } from '../../error-definitions.ts'

export const imageErrors = {
  'image.not-found': {
    status: 404,
    en: 'This picture no longer exists.',
    zh: '该图片已不存在。',
    'zh-tw': '這張圖片已不存在。',
  },
} as const satisfies ErrorDefinitions
