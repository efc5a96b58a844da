import type { Language } from '@gatehouse/contract/envelope.ts'
import type { SameShape } from './same-shape.ts'

/** The source of texts: a file for each language, which exports one area or several. */
export type TextSource<Texts extends object = object> = Readonly<Record<Language, () => Promise<Texts>>>

/** A language that lacks an area of the English file, or a text of it, does not compile here. */
export const textSource = <English extends object>(
  files: { en: () => Promise<English> } & TextSource<SameShape<NoInfer<English>>>,
): TextSource<SameShape<English>> => files

/** The texts of a page that is made of parts which have their own. */
export const textsOf = <A extends object, B extends object>(
  one: TextSource<A>,
  other: TextSource<B>,
): TextSource<A & B> => {
  const load = (language: Language) => async () => ({ ...(await one[language]()), ...(await other[language]()) })
  return { en: load('en'), zh: load('zh'), 'zh-tw': load('zh-tw') }
}
