import type { Language } from '@gatehouse/contract/envelope.ts'
import { fillText } from '@gatehouse/contract/texts/fill-text.ts'
import { type VisitMailTexts, visitMailTexts } from '@gatehouse/contract/texts/visit-mails.ts'
import type { Mail } from '../../lib/mail.ts'
import { qrPicture } from '../../lib/qr-picture.ts'

export type VisitFacts = {
  name: string
  enterprise: string
  timeZone: string
  validFromAt: string
  validToAt: string
  company?: string | null
  purpose?: string | null
  hostName?: string | null
}

function moment(at: string, timeZone: string): string {
  const local = Temporal.Instant.from(at).toZonedDateTimeISO(timeZone)
  return `${local.toPlainDateTime().toString({ smallestUnit: 'minute' }).replace('T', ' ')}`
}

function write(language: Language, which: keyof VisitMailTexts, to: string, facts: VisitFacts, link: string): Mail {
  const texts = visitMailTexts[language]
  const values = {
    name: facts.name,
    link,
    enterprise: facts.enterprise || texts.enterprise,
    company: facts.company ? fillText(texts.ofCompany, { company: facts.company }) : '',
    purpose: facts.purpose ? fillText(texts.forPurpose, { purpose: facts.purpose }) : '',
    host: facts.hostName ?? texts.nobody,
    from: moment(facts.validFromAt, facts.timeZone),
    to: moment(facts.validToAt, facts.timeZone),
    timeZone: facts.timeZone,
  }
  const { subject, text } = texts[which]
  return { to, subject: fillText(subject, values), text: fillText(text, values) }
}

export const invitationMail = (language: Language, to: string, facts: VisitFacts, link: string) =>
  write(language, 'invitation', to, facts, link)

export const hostMail = (language: Language, to: string, facts: VisitFacts, link: string) =>
  write(language, 'host', to, facts, link)

export const refusalMail = (language: Language, to: string, facts: VisitFacts) =>
  write(language, 'refusal', to, facts, '')

/** The pass itself is in the mail: at the door there may be no network. */
export function passMail(language: Language, to: string, facts: VisitFacts, code: string): Mail {
  const mail = write(language, 'pass', to, facts, '')
  return {
    ...mail,
    pictures: [{ name: 'pass.png', contentType: 'image/png', base64: qrPicture(code).toString('base64') }],
  }
}
