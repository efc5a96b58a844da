import { canBeTyped, typedPasswordMax } from '@gatehouse/contract/password-policy.ts'
import type { Areas } from '../../i18n/areas.ts'
import type { SameShape } from '../../i18n/same-shape.ts'

type SignInTexts = SameShape<Areas['login']>['signIn']

/** LOGIN-01: the text under the field, undefined when the field is right. The password may be whatever an account's may (BU-02). */
export const accountError = (account: string, texts: SignInTexts) =>
  account.trim() ? undefined : texts.accountRequired

export function passwordError(password: string, texts: SignInTexts): string | undefined {
  if (!password) return texts.passwordRequired
  if (canBeTyped(password)) return undefined
  const { characters, bytes } = typedPasswordMax
  return texts.passwordTooLong.replace('{max}', String(characters)).replace('{bytes}', String(bytes))
}
