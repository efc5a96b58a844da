import type { ErrorDefinitions } from '../../error-definitions.ts'

export const portraitErrors = {
  'portrait.not-found': {
    status: 404,
    en: 'The uploaded portrait is no longer available. Upload it again.',
    zh: '上传的照片已失效，请重新上传。',
    'zh-tw': '上傳的照片已失效，請重新上傳。',
  },
  'portrait.link-over': {
    status: 404,
    en: 'This link has been used or has ended. Ask whoever sent it for a new one.',
    zh: '该链接已使用或已失效，请向发送人索取新链接。',
    'zh-tw': '此連結已使用或已失效，請向寄送人索取新的連結。',
  },
  'portrait.unreadable': {
    status: 422,
    en: 'This file is not a picture that can be read. Use a jpg, png, webp, avif or heic.',
    zh: '无法读取该图片，请使用 jpg、png、webp、avif 或 heic 文件。',
    'zh-tw': '無法讀取這張圖片，請使用 jpg、png、webp、avif 或 heic 檔案。',
  },
  'portrait.too-large': {
    status: 413,
    en: 'This picture is too large. Use one of at most 20 MB and 64 megapixels (avif: 25).',
    zh: '图片过大，请使用不超过 20 MB、6400 万像素（avif 为 2500 万）的图片。',
    'zh-tw': '圖片太大，請使用不超過 20 MB、6400 萬畫素（avif 為 2500 萬）的圖片。',
  },
  'portrait.check-failed': {
    status: 422,
    en: 'This portrait cannot be used: {failed}.',
    zh: '该照片不可用：{failed}。',
    'zh-tw': '這張照片無法使用：{failed}。',
  },
  'portrait.duplicate-face': {
    status: 409,
    en: 'This face is registered already, as {name}.',
    zh: '该人脸已登记，登记人为 {name}。',
    'zh-tw': '這張臉已登記，登記人為 {name}。',
  },
  'portrait.other-face': {
    status: 409,
    en: 'The phone number belongs to {name}, whose portrait shows another face.',
    zh: '该手机号属于 {name}，但其照片与此人脸不符。',
    'zh-tw': '此手機號碼屬於 {name}，但其照片與這張臉不符。',
  },
  'portrait.unproven': {
    status: 409,
    en: 'The phone number belongs to {name}, who has no portrait: make sure that this is the same person.',
    zh: '该手机号属于 {name}，但系统中没有其照片：请先确认是同一个人。',
    'zh-tw': '此手機號碼屬於 {name}，但系統中沒有其照片：請先確認是同一個人。',
  },
  'portrait.limit-reached': {
    status: 409,
    en: '{name} has {count} portraits already. Remove one first.',
    zh: '{name} 已有 {count} 张照片，请先删除一张。',
    'zh-tw': '{name} 已有 {count} 張照片，請先刪除一張。',
  },
  'portrait.not-alike': {
    status: 409,
    en: 'This face is not like the other portraits of {name}. Check that it is the same person.',
    zh: '该人脸与 {name} 的其他照片不像，请确认是否为同一人。',
    'zh-tw': '這張臉與 {name} 的其他照片不像，請確認是否為同一人。',
  },
  'portrait.other-person': {
    status: 409,
    en: 'This photograph does not look like the person in the others. Leave it out, or take a new one. If it is the same person, an administrator can add it later.',
    zh: '这张照片与其他照片不像同一个人。请移除，或换一张近照；若确为本人，之后可由管理员添加。',
    'zh-tw': '這張照片和其他照片不像同一個人。請移除，或換一張近照；若確為本人，之後可由管理員加入。',
  },
  'portrait.too-many-sent': {
    status: 429,
    en: 'This link takes no more photographs. Ask whoever sent it for a new one.',
    zh: '该链接可上传的照片数量已达上限，请向发送人索取新链接。',
    'zh-tw': '此連結可上傳的照片已達上限，請向寄送人索取新的連結。',
  },
  'portrait.not-of-record': {
    status: 409,
    en: 'This record names somebody else, or its picture has been deleted.',
    zh: '该记录属于他人，或抓拍照片已删除。',
    'zh-tw': '此記錄屬於他人，或擷取的照片已刪除。',
  },
} as const satisfies ErrorDefinitions
