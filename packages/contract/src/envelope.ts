/**
 * Every answer of `/api`, `/device` and `/public` (specification section 7, decisions "Names and addresses").
 * `code` is '200' on success, else the HTTP status as text; `message` is the stable English name of the code
 * ('success', 'department.has-members'); `desc` is the text in the caller's language.
 */
export type Envelope<T = unknown> = { code: string; message: string; desc: string; data: T }

/** Header names of the shared request rules (REQ-03), lower-case as Node gives them. */
export const headers = {
  token: 'auth-token',
  timestamp: 'auth-timestamp',
  sign: 'auth-sign',
  language: 'language',
  timeZone: 'time-zone',
} as const

/**
 * The embedded constant of REQ-03's signature. It is in every browser, so it proves nothing: it is compatibility, and no
 * authorisation may rest on it.
 */
export const signingConstant = 'gatehouse-console'

/** The text that is signed with HMAC-SHA-256; the signature is lower-case hex. */
export const signedText = (timestamp: string, token: string) => `AUTH-TIMESTAMP=${timestamp}&AUTH-TOKEN=${token}`

/** The maximum difference of a caller's clock before the signature is refused: 5 minutes. */
export const signatureWindowMs = 300_000

/** The three languages, as they stand in addresses, storage and (upper-case) in the LANGUAGE header. */
export const languages = ['zh', 'zh-tw', 'en'] as const
export type Language = (typeof languages)[number]

/** LAY-08: `zh-tw` gives zh-tw, any other `zh…` gives zh, everything else en. */
export function languageOf(tag: string): Language {
  const lower = tag.trim().toLowerCase()
  if (lower === 'zh-tw') return 'zh-tw'
  return lower === 'zh' || lower.startsWith('zh-') ? 'zh' : 'en'
}
