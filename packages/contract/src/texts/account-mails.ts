import type { Language } from '../envelope.ts'

/** The texts of mails about accounts. */
export const accountMailTexts: Readonly<Record<Language, { initialPassword: { subject: string; text: string } }>> = {
  en: {
    initialPassword: {
      subject: 'Your account for the doors of {enterprise}',
      text: 'Hello {name},\n\nAn account for the Gatehouse console of {enterprise} is ready for you.\n\nAccount: {account}\nInitial password: {password}\n\nSign in and choose a password of your own:\n{link}\n\nThe initial password can only be used for this.',
    },
  },
  zh: {
    initialPassword: {
      subject: '您的{enterprise}门禁管理账号',
      text: '{name}，您好：\n\n已为您开通{enterprise}的 Gatehouse 控制台账号。\n\n账号：{account}\n初始密码：{password}\n\n请登录并设置您自己的密码：\n{link}\n\n初始密码仅用于设置新密码，不能用于其他操作。',
    },
  },
  'zh-tw': {
    initialPassword: {
      subject: '您的{enterprise}門禁管理帳號',
      text: '{name}，您好：\n\n已為您開通{enterprise}的 Gatehouse 控制台帳號。\n\n帳號：{account}\n初始密碼：{password}\n\n請登入並設定您自己的密碼：\n{link}\n\n初始密碼僅用於設定新密碼，無法用於其他操作。',
    },
  },
}
