const wordsOf = (typed: string) => typed.toLowerCase().split(/\s+/).filter(Boolean)

/** Whether every typed word occurs in the text. */
export const hasWords = (text: string, typed: string) => {
  const own = text.toLowerCase()
  return wordsOf(typed).every((word) => own.includes(word))
}

/** Those whose name has every typed word: first those that begin so, then those with a word that does. */
export function byName<T extends { name: string }>(things: readonly T[], typed: string): T[] {
  const [first = ''] = wordsOf(typed)
  const rank = ({ name }: T) => {
    const own = name.toLowerCase()
    if (own.startsWith(typed.toLowerCase().trim())) return 0
    if (own.startsWith(first)) return 1
    return own.includes(` ${first}`) ? 2 : 3
  }
  return things
    .filter(({ name }) => hasWords(name, typed))
    .toSorted((a, b) => rank(a) - rank(b) || a.name.localeCompare(b.name))
}

/** A text in parts, those that were typed marked. */
export function markTyped(text: string, typed: string): { text: string; isTyped: boolean }[] {
  const words = wordsOf(typed).toSorted((a, b) => b.length - a.length)
  if (words.length === 0) return [{ text, isTyped: false }]
  const own = text.toLowerCase()
  // some letters change their length with their case
  if (own.length !== text.length) return [{ text, isTyped: false }]
  const marks = Array.from({ length: text.length }, () => false)
  for (const word of words) {
    const at = own.indexOf(word)
    if (at !== -1) marks.fill(true, at, at + word.length)
  }
  const parts: { text: string; isTyped: boolean }[] = []
  for (const [index, isTyped] of marks.entries()) {
    const last = parts.at(-1)
    if (last?.isTyped === isTyped) last.text += text.charAt(index)
    else parts.push({ text: text.charAt(index), isTyped })
  }
  return parts
}

/** The typed text with the name of the thing in full: "open main en" becomes "open main entrance". */
export function completeName(typed: string, what: string, name: string): string {
  const at = typed.toLowerCase().lastIndexOf(what.toLowerCase())
  return what === '' || at === -1 ? typed : typed.slice(0, at) + name + typed.slice(at + what.length)
}
