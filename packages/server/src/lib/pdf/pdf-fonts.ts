import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { brotliDecompressSync } from 'node:zlib'
import { create } from 'fontkit'

/** The first that has a character draws it; simplified Chinese comes first, as it has most traditional characters, too, and all of English. */
const files = [
  'noto-sans-sc',
  'noto-sans-tc',
  'noto-sans-latin-ext',
  'noto-sans-cyrillic',
  'noto-sans-greek',
  'noto-sans-vietnamese',
] as const
const folder = join(import.meta.dirname, '../../../fonts')

/** The sign in place of a character that no font has. */
const unknownSign = '?'
const ellipsis = '…'

type Page = {
  registerFont(name: string, source: Buffer): unknown
  font(name: string): { widthOfString(text: string): number }
}

/** A part of a text in one font. */
export type Run = { font: string; text: string }

/** The fonts of a document. Each is read when the first character needs it. */
export function openPdfFonts(page: Page) {
  const opened = new Map<string, ReadonlySet<number>>()
  const charactersOf = (name: (typeof files)[number]): ReadonlySet<number> => {
    const known = opened.get(name)
    if (known) return known
    const bytes = brotliDecompressSync(readFileSync(join(folder, `${name}.ttf.br`)))
    page.registerFont(name, bytes)
    const font = create(bytes)
    const characters = new Set('characterSet' in font ? font.characterSet : [])
    opened.set(name, characters)
    return characters
  }
  const fontOf = (character: string) => files.find((name) => charactersOf(name).has(character.codePointAt(0) ?? 0))

  function runsOf(text: string): Run[] {
    const runs: Run[] = []
    for (const character of text.normalize('NFC')) {
      const font = fontOf(character)
      const drawn = font === undefined ? unknownSign : character
      const last = runs.at(-1)
      if (last?.font === (font ?? files[0])) last.text += drawn
      else runs.push({ font: font ?? files[0], text: drawn })
    }
    return runs
  }

  const widthOf = (runs: readonly Run[]) =>
    runs.reduce((sum, { font, text }) => sum + page.font(font).widthOfString(text), 0)

  return {
    /** The runs of a text, cut with an ellipsis where it is wider. */
    fit(text: string, maxWidth: number): Run[] {
      const runs = runsOf(text)
      if (widthOf(runs) <= maxWidth) return runs
      const letters = [...text]
      let [shown, hidden] = [0, letters.length]
      while (hidden - shown > 1) {
        const middle = Math.floor((shown + hidden) / 2)
        const fits = widthOf(runsOf(letters.slice(0, middle).join('').trimEnd() + ellipsis)) <= maxWidth
        if (fits) shown = middle
        else hidden = middle
      }
      return runsOf(letters.slice(0, shown).join('').trimEnd() + ellipsis)
    },
  }
}
