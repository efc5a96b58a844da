/*
 * This is what `t` reads in one language: a text by its key, the one of its forms that fits a count, its placeholders filled. A list asks
 * hundreds of times for each page, so a key is looked up once.
 */

/** The texts of an area, as its file has them. */
export type Texts = { readonly [name: string]: string | Texts }
type Values = Readonly<Record<string, string | number>>

export type Translation = {
  add: (area: string, texts: Texts) => void
  translate: (key: string, values?: Values) => string
}

/** `tag` is the language by which numbers are written and plural forms chosen. */
export function createTranslation(tag: string): Translation {
  const areas = new Map<string, Texts>()
  const found = new Map<string, string | undefined>()
  const forms = new Intl.PluralRules(tag)
  const numbers = new Intl.NumberFormat(tag)

  const textAt = (key: string): string | undefined => {
    if (found.has(key)) return found.get(key)
    const [area = '', path = ''] = key.split(':')
    const text = textIn(areas.get(area) ?? {}, path)
    found.set(key, text)
    return text
  }
  const valueOf = (value: string | number) => (typeof value === 'number' ? numbers.format(value) : value)

  return {
    add: (area, texts) => {
      areas.set(area, { ...areas.get(area), ...texts })
      found.clear()
    },
    translate: (key, values) => {
      const { count } = values ?? {}
      const counted = typeof count === 'number' ? textAt(`${key}_${forms.select(count)}`) : undefined
      const text = counted ?? textAt(key) ?? key
      if (!values) return text
      return text.replaceAll(/\{(\w+)\}/g, (whole, name: string) => {
        const value = values[name]
        return value === undefined ? whole : valueOf(value)
      })
    },
  }
}

/** A name may have points of its own: `people.read` below `scope` is `scope.people.read`. */
function textIn(texts: Texts, path: string): string | undefined {
  const whole = texts[path]
  if (typeof whole === 'string') return whole
  for (let point = path.indexOf('.'); point > 0; point = path.indexOf('.', point + 1)) {
    const below = texts[path.slice(0, point)]
    const text = typeof below === 'object' ? textIn(below, path.slice(point + 1)) : undefined
    if (text !== undefined) return text
  }
  return undefined
}
