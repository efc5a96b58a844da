import type { Language } from '../envelope.ts'

/** The text of a test mail. */
export const testMailTexts = {
  en: {
    subject: 'Gatehouse: test mail',
    text: 'This is the test mail requested in the console.\n\nGatehouse sends its mail through this server.',
  },
  zh: {
    subject: 'Gatehouse：测试邮件',
    text: '这是一封从控制台发出的测试邮件。\n\nGatehouse 的邮件将通过该服务器发送。',
  },
  'zh-tw': {
    subject: 'Gatehouse：測試郵件',
    text: '這是一封從控制台寄出的測試郵件。\n\nGatehouse 的郵件將透過此伺服器寄送。',
  },
} as const satisfies Record<Language, { subject: string; text: string }>
