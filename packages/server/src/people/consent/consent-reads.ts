import { createHash } from 'node:crypto'
import type { Language } from '@gatehouse/contract/envelope.ts'
import type { Consent, NoticeKind, PrivacyNotice, PrivacySettings } from '@gatehouse/contract/features/people/notice.ts'
import { noticeFor } from '@gatehouse/contract/texts/privacy-notice.ts'
import { readCompany } from '../../company/company-reads.ts'
import type { Db } from '../../db/open-database.ts'

const noSettings: PrivacySettings = {
  asksConsent: false,
  contact: null,
  additionEn: null,
  additionZh: null,
  additionZhTw: null,
}

const additionOf = ({ additionEn, additionZh, additionZhTw }: PrivacySettings) => ({
  en: additionEn,
  zh: additionZh,
  'zh-tw': additionZhTw,
})

export async function readPrivacySettings(db: Db): Promise<PrivacySettings> {
  const row = await db.selectFrom('privacy_setting').selectAll().executeTakeFirst()
  if (!row) return noSettings
  const { asks_consent: asksConsent, contact, addition } = row
  const { en: additionEn, zh: additionZh, 'zh-tw': additionZhTw } = addition
  return { asksConsent, contact, additionEn, additionZh, additionZhTw }
}

/** The notice as it holds now; the same words have the same version. */
export async function readNotice(db: Db, kind: NoticeKind, language: Language): Promise<PrivacyNotice> {
  const settings = await readPrivacySettings(db)
  const { asksConsent, contact } = settings
  const { name: company } = await readCompany(db)
  const records = await db
    .selectFrom('record_setting')
    .select(['staff_days', 'visitor_days', 'blacklisted_days', 'keeps_captures'])
    .executeTakeFirstOrThrow()
  const notice = noticeFor(kind, language, {
    company,
    contact,
    addition: additionOf(settings)[language],
    asksConsent,
    recordDays: records[`${kind}_days`],
    keepsCaptures: records.keeps_captures,
  })
  return { ...notice, textVersion: versionOf(language, contentOf(notice)) }
}

/** The notice word by word. */
export const contentOf = ({ parts, consent }: Pick<PrivacyNotice, 'parts' | 'consent'>) =>
  [...parts.map(({ title, text }) => `${title}\n${text}`), ...(consent === null ? [] : [consent])].join('\n\n')

const versionOf = (language: Language, content: string) =>
  createHash('sha256').update(`${language}\n${content}`).digest('hex').slice(0, 16)

const maxConsents = 20

export async function readConsents(db: Db, personId: string): Promise<Consent[]> {
  const rows = await db
    .selectFrom('consent as c')
    .innerJoin('consent_text as t', 't.version', 'c.text_version')
    .select(['c.given_at', 'c.text_version', 'c.language', 'c.noted_by', 't.content'])
    .where('c.person_id', '=', personId)
    .orderBy('c.given_at', 'desc')
    .orderBy('c.id')
    .limit(maxConsents)
    .execute()
  return rows.map((row) => ({
    givenAt: row.given_at,
    textVersion: row.text_version,
    language: row.language,
    notedBy: row.noted_by,
    content: row.content,
  }))
}
