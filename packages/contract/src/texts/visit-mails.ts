import type { Language } from '../envelope.ts'

type MailText = { subject: string; text: string }

/** The texts of mails about visits. `{company}` and `{purpose}` are filled with the phrases below, or nothing. */
export type VisitMailTexts = { invitation: MailText; host: MailText; refusal: MailText; pass: MailText }

type Phrases = { enterprise: string; ofCompany: string; forPurpose: string; nobody: string }

export const visitMailTexts: Readonly<Record<Language, VisitMailTexts & Phrases>> = {
  en: {
    enterprise: 'our company',
    ofCompany: ' ({company})',
    forPurpose: ' Purpose: {purpose}.',
    nobody: 'the reception',
    invitation: {
      subject: 'Your visit to {enterprise}',
      text: 'Hello {name},\n\nYou are invited to {enterprise}, from {from} to {to} ({timeZone}). Your host: {host}.{purpose}\n\nPlease fill in your details and add a photograph of your face, so that the door recognises you:\n{link}\n\nThis link is for you only.',
    },
    host: {
      subject: '{name} wants to visit you',
      text: '{name}{company} wants to visit you, from {from} to {to} ({timeZone}).{purpose}\n\nApprove or refuse the visit here:\n{link}\n\nOpening the link decides nothing; the page asks you first.',
    },
    refusal: {
      subject: 'Your visit to {enterprise}',
      text: 'Hello {name},\n\nYour visit to {enterprise} cannot take place as planned. Please contact {host}.',
    },
    pass: {
      subject: 'Your pass for {enterprise}',
      text: 'Hello {name},\n\nYou are expected at {enterprise}, from {from} to {to} ({timeZone}).\n\nThe door recognises your face. If it does not, show it this code. Do not pass it on.',
    },
  },
  zh: {
    enterprise: '我们',
    ofCompany: '（{company}）',
    forPurpose: '事由：{purpose}。',
    nobody: '前台',
    invitation: {
      subject: '邀请您到访{enterprise}',
      text: '{name}，您好：\n\n诚邀您于 {from} 至 {to}（{timeZone}）到访{enterprise}，接待人：{host}。{purpose}\n\n请填写资料并上传人脸照片，以便门禁识别您：\n{link}\n\n此链接仅供您本人使用。',
    },
    host: {
      subject: '{name} 申请到访',
      text: '{name}{company}申请于 {from} 至 {to}（{timeZone}）到访，由您接待。{purpose}\n\n请选择同意或拒绝：\n{link}\n\n打开链接不会做出任何决定，页面上会请您确认。',
    },
    refusal: {
      subject: '关于您到访{enterprise}',
      text: '{name}，您好：\n\n您到访{enterprise}的安排未能成行，请与{host}联系。',
    },
    pass: {
      subject: '您到访{enterprise}的通行码',
      text: '{name}，您好：\n\n欢迎您于 {from} 至 {to}（{timeZone}）到访{enterprise}。\n\n门禁会识别您的面部；如未识别，请出示此通行码。请勿转发。',
    },
  },
  'zh-tw': {
    enterprise: '我們',
    ofCompany: '（{company}）',
    forPurpose: '事由：{purpose}。',
    nobody: '櫃台',
    invitation: {
      subject: '邀請您來訪{enterprise}',
      text: '{name}，您好：\n\n誠摯邀請您於 {from} 至 {to}（{timeZone}）來訪{enterprise}，接待人：{host}。{purpose}\n\n請填寫資料並上傳臉部照片，門禁才能認出您：\n{link}\n\n此連結僅供您本人使用。',
    },
    host: {
      subject: '{name} 申請來訪',
      text: '{name}{company}申請於 {from} 至 {to}（{timeZone}）來訪，由您接待。{purpose}\n\n請選擇同意或拒絕：\n{link}\n\n開啟連結不會做出任何決定，頁面上會請您確認。',
    },
    refusal: {
      subject: '關於您來訪{enterprise}',
      text: '{name}，您好：\n\n您來訪{enterprise}的安排未能成行，請與{host}聯絡。',
    },
    pass: {
      subject: '您來訪{enterprise}的通行碼',
      text: '{name}，您好：\n\n歡迎您於 {from} 至 {to}（{timeZone}）來訪{enterprise}。\n\n門禁會辨識您的臉部；如未辨識，請出示此通行碼。請勿轉傳。',
    },
  },
}
