/** LOGIN-01: the login form takes at most 16 characters. */
export const loginPasswordMax = 16

/**
 * A new own password: 6 letters, digits or underscores at least (BU-02), and no more than the login form takes. BU-02
 * allows 25, but whoever chose more than 16 could not log in again.
 */
export const isPasswordForm = (password: string) => /^[A-Za-z0-9_]{6,16}$/.test(password)

export type PasswordStrength = 'weak' | 'fair' | 'strong'

/** A hint while typing, no rule: length counts most, then how many kinds of characters there are. */
export function passwordStrength(password: string): PasswordStrength {
  const kinds = [/[a-z]/, /[A-Z]/, /[0-9]/, /_/].filter((kind) => kind.test(password)).length
  const distinct = new Set(password).size
  if (password.length < 8 || kinds < 2 || distinct < 5) return 'weak'
  return password.length >= 12 && kinds >= 3 ? 'strong' : 'fair'
}
