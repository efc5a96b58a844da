/**
 * A pattern for `like` and `ilike` that matches texts containing the text, whose own `%`, `_` and `\` stand for
 * themselves.
 */
export const likePattern = (text: string): string => `%${text.replaceAll(/[\\%_]/g, (sign) => `\\${sign}`)}%`
