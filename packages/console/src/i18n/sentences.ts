/** Chinese stops are as wide as a letter, and bring their own room. */
const wideStop = /[。！？；：…）」』”]$/

/** Sentences one after the other, as the reader's language writes them: a blank between them, none after a Chinese stop. */
export const sentences = (...parts: readonly (string | false | null | undefined)[]): string =>
  parts.reduce<string>(
    (said, next) => (!next ? said : said === '' || wideStop.test(said) ? said + next : `${said} ${next}`),
    '',
  )
