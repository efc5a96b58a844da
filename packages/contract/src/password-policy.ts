/*
 * The policy of passwords, in one place for forms, server, settings and first login. In a file of its own, since the
 * login page does without the schema library.
 */

/** BU-02, the default policy: the number of letters, digits or underscores. */
export const passwordLength = { min: 6, max: 25 } as const

const form = new RegExp(`^[A-Za-z0-9_]{${passwordLength.min},${passwordLength.max}}$`)

/** Whether a new password has the form of the policy; the server checks whether it is too well known. */
export const isPasswordForm = (password: string): boolean => form.test(password)

/** The maximum size of a password under any policy: the sign-in encrypts it with its key (2048 bits). */
export const typedPasswordMax = { characters: 128, bytes: 245 } as const

/** Whether the sign-in can encrypt it; the server checks whether it is right. */
export function canBeTyped(password: string): boolean {
  const characters = [...password]
  const bytes = characters.reduce((sum, character) => sum + bytesOf(character.codePointAt(0) ?? 0), 0)
  return characters.length <= typedPasswordMax.characters && bytes <= typedPasswordMax.bytes
}

/** The bytes that a character takes in UTF-8. */
const bytesOf = (point: number) => (point < 0x80 ? 1 : point < 0x800 ? 2 : point < 0x1_0000 ? 3 : 4)
