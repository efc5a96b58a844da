import type { SpokenWords } from './spoken-words.ts'

const escaped = (text: string) => text.replaceAll(/[.*+?^${}()|[\]\\]/g, String.raw`\$&`)

/** One of these words; the longest is tried first. */
export const oneOf = (words: readonly string[]) =>
  `(?:${
    words
      .toSorted((a, b) => b.length - a.length)
      .map((word) => escaped(word).replaceAll(' ', String.raw`\s+`))
      .join('|') || '(?!)'
  })`

/** The gap between two words of a language. */
export const gapOf = ({ isSpaced }: SpokenWords) => (isSpaced ? String.raw`\s+` : String.raw`\s*`)

/** The edges of an expression: neither inside a word nor inside a number. */
export const edgesOf = ({ isSpaced }: SpokenWords) =>
  isSpaced
    ? { before: String.raw`(?<![\p{L}\p{N}])`, after: String.raw`(?![\p{L}\p{N}])` }
    : { before: String.raw`(?<!\d)`, after: String.raw`(?!\d)` }

const compiled = new Map<string, RegExp>()

/** A pattern is read once, not with every letter that is typed. */
export function regexOf(pattern: string, flags: string): RegExp {
  const key = `${flags} ${pattern}`
  const known = compiled.get(key) ?? new RegExp(pattern, flags)
  compiled.set(key, known)
  return known
}
