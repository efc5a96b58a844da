import type { Language } from '../envelope.ts'
import type { NoticeKind, PrivacyNotice } from '../features/people/notice.ts'

/*
 * The notice is read where a face is taken. It says what the product does: a change of how long something is kept is a change of these
 * words too. A text that somebody agreed to is stored word by word, so that a new text leaves the old consents unchanged.
 */

export type NoticeFacts = {
  company: string
  contact: string | null
  addition: string | null
  asksConsent: boolean
  /** Days after which passages of such people are deleted; null: they are not. */
  recordDays: number | null
  keepsCaptures: boolean
}

type Words = {
  what: { title: string; text: string; captures: string }
  why: { title: string; text: Record<NoticeKind, string> }
  long: { title: string; text: Record<NoticeKind, string>; records: (days: number) => string; recordsForEver: string }
  ask: { title: string; contact: (contact: string) => string; company: (company: string) => string }
  rights: string
  short: Record<NoticeKind, string>
  consent: (company: string) => string
  own: string
}

const en: Words = {
  what: {
    title: 'What is kept',
    text: 'The photographs, a list of numbers that is computed from each and by which doors recognise the face, and the times of passages.',
    captures: 'Doors also keep the picture that they took at a passage.',
  },
  why: {
    title: 'Why',
    text: {
      staff:
        'So that doors recognise who may pass, and where attendance is used, to count working time. For nothing else.',
      visitor: 'So that doors open for the visit, and the host knows who comes. For nothing else.',
      blacklisted: 'So that doors refuse somebody who may not enter. For nothing else.',
    },
  },
  long: {
    title: 'How long',
    text: {
      staff:
        'While the person works here. Doors forget the face thirty days after the last day; the entry is deleted by hand or on request.',
      visitor: 'Doors forget the face when the visit is over; the entry is deleted by hand or on request.',
      blacklisted: 'Until the person is taken off the list or the entry is deleted.',
    },
    records: (days) => `Passages are deleted after ${days} days.`,
    recordsForEver: 'Passages are kept until they are deleted by hand.',
  },
  ask: {
    title: 'Whom to ask',
    contact: (contact) => `${contact}.`,
    company: (company) => `The administration of ${company}.`,
  },
  rights: 'Everybody may ask for a copy of their data, for a correction, and for erasure.',
  short: {
    staff: 'The portrait is kept while the person works here.',
    visitor: 'Doors forget the face when the visit is over.',
    blacklisted: 'The portrait is kept while the person is on the list.',
  },
  consent: (company) =>
    `I agree that ${company} uses my face to open doors, as described here. I can withdraw this at any time.`,
  own: 'Also',
}

const zh: Words = {
  what: {
    title: '保存什么',
    text: '照片（可能不止一张）、由每张照片计算出的一组数字（门据此识别人脸），以及通行时间。',
    captures: '门在通行时拍下的画面也会保存。',
  },
  why: {
    title: '为何保存',
    text: {
      staff: '供门识别可通行的人员；启用考勤时用于统计工时。不作他用。',
      visitor: '供来访期间开门，并让被访人知道来者是谁。不作他用。',
      blacklisted: '供门拒绝不得进入的人员。不作他用。',
    },
  },
  long: {
    title: '保存多久',
    text: {
      staff: '在职期间保存。离职三十天后门不再保有人脸；资料由管理员删除或应本人要求删除。',
      visitor: '来访结束后门不再保有人脸；资料由管理员删除或应本人要求删除。',
      blacklisted: '直至移出名单或删除资料。',
    },
    records: (days) => `通行记录在 ${days} 天后删除。`,
    recordsForEver: '通行记录保存至管理员删除为止。',
  },
  ask: {
    title: '向谁询问',
    contact: (contact) => `${contact}。`,
    company: (company) => `${company}的管理员。`,
  },
  rights: '任何人都可以要求查阅副本、更正或清除自己的数据。',
  short: {
    staff: '照片在职期间保存。',
    visitor: '来访结束后门不再保有人脸。',
    blacklisted: '照片在名单期间保存。',
  },
  consent: (company) => `我同意${company}按上述说明使用我的人脸开门，并可随时撤回。`,
  own: '另外',
}

const zhTw: Words = {
  what: {
    title: '保存什麼',
    text: '照片（可能不只一張）、由每張照片計算出的一組數字（門據此識別人臉），以及通行時間。',
    captures: '門在通行時拍下的畫面也會保存。',
  },
  why: {
    title: '為何保存',
    text: {
      staff: '供門識別可通行的人員；啟用考勤時用於統計工時。不作他用。',
      visitor: '供來訪期間開門，並讓受訪人知道來者是誰。不作他用。',
      blacklisted: '供門拒絕不得進入的人員。不作他用。',
    },
  },
  long: {
    title: '保存多久',
    text: {
      staff: '在職期間保存。離職三十天後門不再保有人臉；資料由管理員刪除或應本人要求刪除。',
      visitor: '來訪結束後門不再保有人臉；資料由管理員刪除或應本人要求刪除。',
      blacklisted: '直至移出名單或刪除資料。',
    },
    records: (days) => `通行記錄在 ${days} 天後刪除。`,
    recordsForEver: '通行記錄保存至管理員刪除為止。',
  },
  ask: {
    title: '向誰詢問',
    contact: (contact) => `${contact}。`,
    company: (company) => `${company}的管理員。`,
  },
  rights: '任何人都可以要求查閱副本、更正或清除自己的資料。',
  short: {
    staff: '照片於在職期間保存。',
    visitor: '來訪結束後門不再保有人臉。',
    blacklisted: '照片於名單期間保存。',
  },
  consent: (company) => `我同意${company}依上述說明使用我的人臉開門，並可隨時撤回。`,
  own: '另外',
}

const wordsIn: Record<Language, Words> = { en, zh, 'zh-tw': zhTw }

/** The notice without its version, which is computed from it. */
export function noticeFor(
  kind: NoticeKind,
  language: Language,
  facts: NoticeFacts,
): Omit<PrivacyNotice, 'textVersion'> {
  const words = wordsIn[language]
  const join = (...sentences: (string | false)[]) => sentences.filter(Boolean).join(language === 'en' ? ' ' : '')
  return {
    short: words.short[kind],
    parts: [
      { title: words.what.title, text: join(words.what.text, facts.keepsCaptures && words.what.captures) },
      { title: words.why.title, text: words.why.text[kind] },
      {
        title: words.long.title,
        text: join(
          words.long.text[kind],
          facts.recordDays === null ? words.long.recordsForEver : words.long.records(facts.recordDays),
        ),
      },
      {
        title: words.ask.title,
        text: join(
          facts.contact === null ? words.ask.company(facts.company) : words.ask.contact(facts.contact),
          words.rights,
        ),
      },
      ...(facts.addition === null ? [] : [{ title: words.own, text: facts.addition }]),
    ],
    consent: facts.asksConsent && kind !== 'blacklisted' ? words.consent(facts.company) : null,
  }
}
