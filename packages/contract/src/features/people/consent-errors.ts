import type { ErrorDefinitions } from '../../error-definitions.ts'

export const consentErrors = {
  'consent.missing': {
    status: 422,
    en: 'A photograph of a face is taken only with a consent. Ask the person first.',
    zh: '须先取得本人同意才能采集人脸照片。',
    'zh-tw': '須先取得本人同意才能採集人臉照片。',
  },
  'consent.other-text': {
    status: 409,
    en: 'The notice has changed since it was read. Read the new one and agree again.',
    zh: '告知内容已更新，请阅读新内容后再次确认。',
    'zh-tw': '告知內容已更新，請閱讀新內容後再次確認。',
  },
} as const satisfies ErrorDefinitions
