export type PasswordStrength = 'weak' | 'fair' | 'strong'

/** A hint while typing, no rule: length counts most, then how many kinds of characters there are. */
export function passwordStrength(password: string): PasswordStrength {
  const kinds = [/[a-z]/, /[A-Z]/, /[0-9]/, /_/].filter((kind) => kind.test(password)).length
  const distinct = new Set(password).size
  if (password.length < 8 || kinds < 2 || distinct < 5) return 'weak'
  return password.length >= 12 && kinds >= 3 ? 'strong' : 'fair'
}
