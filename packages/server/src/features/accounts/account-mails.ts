import type { Language } from '@gatehouse/contract/envelope.ts'
import { accountMailTexts } from '@gatehouse/contract/texts/account-mails.ts'
import { fillText } from '@gatehouse/contract/texts/fill-text.ts'
import type { Mail } from '../../lib/mail.ts'

type Facts = { account: string; name: string; enterprise: string; password: string; link: string }

/** BU-02: the e-mail of an account receives its initial password. */
export function initialPasswordMail(language: Language, to: string, { account, name, ...rest }: Facts): Mail {
  const values = { account, name, ...rest }
  const { subject, text } = accountMailTexts[language].initialPassword
  return { to, subject: fillText(subject, values), text: fillText(text, values) }
}
