import type { Areas } from '../../i18n/areas.ts'
import type { SameShape } from '../../i18n/same-shape.ts'
import { loginPasswordMax } from '../../lib/password-rule.ts'

type SignInTexts = SameShape<Areas['login']>['signIn']

/** LOGIN-01: the text under the field, undefined when the field is right. */
export const accountError = (account: string, texts: SignInTexts) =>
  account.trim() ? undefined : texts.accountRequired

export function passwordError(password: string, texts: SignInTexts): string | undefined {
  if (!password) return texts.passwordRequired
  return [...password].length > loginPasswordMax ? texts.passwordTooLong : undefined
}
