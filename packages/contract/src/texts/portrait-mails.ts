import type { Language } from '../envelope.ts'

/** A mail that asks a person for a new photograph. */
type Mail = { enterprise: string; subject: string; text: string }

/** `visitor`: to a person who only visits the enterprise, with the time at which the visit ends. */
export const portraitMailTexts: Readonly<Record<Language, Mail & { visitor: Mail }>> = {
  en: {
    enterprise: 'your company',
    subject: 'A new photograph for the doors of {enterprise}',
    text: 'Hello {name},\n\nThe doors of {enterprise} recognise you poorly by the photograph that they have. Please take a new one here; it takes a minute:\n{link}\n\nThis link is for you only and works until {until}. The doors know you by your present photograph until the new one is approved.',
    visitor: {
      enterprise: 'the company you visit',
      subject: 'A new photograph for your visit to {enterprise}',
      text: 'Hello {name},\n\nThe doors of {enterprise} recognise you poorly by the photograph that you gave. Please take a new one here; it takes a minute:\n{link}\n\nThis link is for you only and works until your visit ends, at {until}. The doors know you by your present photograph until the new one is approved.',
    },
  },
  zh: {
    enterprise: '贵公司',
    subject: '请为{enterprise}的门禁更新照片',
    text: '{name}，您好：\n\n{enterprise}门禁中您的照片质量不佳，可能影响识别。请打开以下链接拍一张新照片，只需一分钟：\n{link}\n\n此链接仅供您本人使用，{until}前有效。新照片通过审核前，门禁仍使用现有照片。',
    visitor: {
      enterprise: '您到访的公司',
      subject: '请为到访{enterprise}更新照片',
      text: '{name}，您好：\n\n您登记的照片质量不佳，可能影响{enterprise}门禁识别。请打开以下链接拍一张新照片，只需一分钟：\n{link}\n\n此链接仅供您本人使用，有效期至您的到访结束（{until}）。新照片通过审核前，门禁仍使用现有照片。',
    },
  },
  'zh-tw': {
    enterprise: '貴公司',
    subject: '請為{enterprise}的門禁更新照片',
    text: '{name}，您好：\n\n{enterprise}門禁中您的照片品質不佳，可能影響辨識。請開啟以下連結拍一張新照片，只需一分鐘：\n{link}\n\n此連結僅供您本人使用，{until}前有效。新照片通過審核前，門禁仍使用現有照片。',
    visitor: {
      enterprise: '您來訪的公司',
      subject: '請為來訪{enterprise}更新照片',
      text: '{name}，您好：\n\n您登記的照片品質不佳，可能影響{enterprise}門禁辨識。請開啟以下連結拍一張新照片，只需一分鐘：\n{link}\n\n此連結僅供您本人使用，有效至您的來訪結束（{until}）。新照片通過審核前，門禁仍使用現有照片。',
    },
  },
}
