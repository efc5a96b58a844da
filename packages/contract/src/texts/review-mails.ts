import type { Language } from '../envelope.ts'

type MailText = { subject: string; text: string }

/** BU-04: the mail after the domain of an application was reviewed. */
export const reviewMailTexts = {
  en: {
    approved: {
      subject: 'Open platform: {name} was approved',
      text: 'The domain of the application “{name}” was approved and is valid from now on:\n{domain}\n\nA domain that it replaces stays valid for 3 more months. Create keys here:\n{link}',
    },
    rejected: {
      subject: 'Open platform: {name} was not approved',
      text: 'The domain of the application “{name}” was not approved:\n{domain}\n\nReason: {reason}\n\nThe domains approved before stay valid. Apply again here:\n{link}',
    },
  },
  zh: {
    approved: {
      subject: '开放平台：应用“{name}”已通过审核',
      text: '应用“{name}”的域名已通过审核，即刻生效：\n{domain}\n\n被替换的旧域名将继续有效 3 个月。请在此创建密钥：\n{link}',
    },
    rejected: {
      subject: '开放平台：应用“{name}”未通过审核',
      text: '应用“{name}”的域名未通过审核：\n{domain}\n\n原因：{reason}\n\n原有域名继续有效。请在此重新申请：\n{link}',
    },
  },
  'zh-tw': {
    approved: {
      subject: '開放平台：應用程式「{name}」已通過審核',
      text: '應用程式「{name}」的網域已通過審核，立即生效：\n{domain}\n\n被取代的舊網域將繼續有效 3 個月。請在此建立金鑰：\n{link}',
    },
    rejected: {
      subject: '開放平台：應用程式「{name}」未通過審核',
      text: '應用程式「{name}」的網域未通過審核：\n{domain}\n\n原因：{reason}\n\n原有網域繼續有效。請在此重新申請：\n{link}',
    },
  },
} as const satisfies Record<Language, Record<'approved' | 'rejected', MailText>>
