import type { ErrorDefinitions } from '../../error-definitions.ts'

export const imageErrors = {
  'image.not-found': {
    status: 404,
    en: 'This picture no longer exists.',
    zh: '该图片已不存在。',
    'zh-tw': '這張圖片已不存在。',
  },
  // A logo and a background are no photographs of a face: they are taken in fewer kinds.
  'image.unreadable': {
    status: 422,
    en: 'This file is not a picture that can be read. Use a jpg or png.',
    zh: '无法读取该图片，请使用 jpg 或 png 文件。',
    'zh-tw': '無法讀取這張圖片，請使用 jpg 或 png 檔案。',
  },
  'image.too-large': {
    status: 413,
    en: 'This picture is too large. Use one of at most 4 MB and 40 megapixels.',
    zh: '图片过大，请使用不超过 4 MB、4000 万像素的图片。',
    'zh-tw': '圖片太大，請使用不超過 4 MB、4000 萬畫素的圖片。',
  },
} as const satisfies ErrorDefinitions
