import { CallError } from '../../api/call-error.ts'
import type { Areas } from '../../i18n/areas.ts'
import { errorsTexts } from '../../i18n/common-texts.ts'
import type { SameShape } from '../../i18n/same-shape.ts'
import { passwordLength } from '@gatehouse/contract/password-policy.ts'
import type { Language } from '@gatehouse/contract/envelope.ts'
import { loginTexts } from './login-feature.ts'

/** The texts of the login page, read as they are: it does without the translation library. */
export type LoginTexts = SameShape<Areas['login']>
export type ErrorTexts = SameShape<Areas['errors']>

export type Texts = { login: LoginTexts; errors: ErrorTexts }

export async function loadLoginTexts(language: Language): Promise<Texts> {
  const [{ login }, { errors }] = await Promise.all([loginTexts[language](), errorsTexts[language]()])
  return { login, errors }
}

/** The server's own words where it had any (LOGIN-05, LOGIN-09), else what the client knows (REQ-05). */
export function failureText(error: unknown, texts: ErrorTexts): string {
  if (!(error instanceof CallError) || error.message === 'client.request') return texts.request
  return error.desc || texts.response
}

/** A text that says how long a new password may be. */
export const withLength = (text: string): string =>
  text.replace('{min}', String(passwordLength.min)).replace('{max}', String(passwordLength.max))
