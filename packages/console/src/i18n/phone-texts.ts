import type { Language } from '@gatehouse/contract/envelope.ts'
import { fillText as fillPlaceholders } from '@gatehouse/contract/texts/fill-text.ts'
import { createContext, use } from 'react'
import type { Area, Areas } from './areas.ts'
import { formatNumber } from '../lib/format-number.ts'
import type { SameShape } from './same-shape.ts'
import type { TextSource } from './text-source.ts'

/*
 * Texts of the pages for phones: the files read as they are, without the translation library, to stay small.
 * The frame loads a page's texts before it shows the page; in the page `const t = usePhoneTexts('phone')`, `t.retry`.
 */
type Catalogs = { readonly [A in Area]?: SameShape<Areas[A]> }

export const PhoneCatalogs = createContext<Catalogs>({})

export async function loadPhoneCatalogs(language: Language, sources: readonly TextSource[]): Promise<Catalogs> {
  const files = await Promise.all(sources.map((source) => source[language]()))
  return Object.fromEntries(files.flatMap((areas) => Object.entries(areas)))
}

/** The texts of an area that `app/phone-pages.ts` names for this page. */
export function usePhoneTexts<A extends Area>(area: A): SameShape<Areas[A]> {
  const texts: Catalogs[A] = use(PhoneCatalogs)[area]
  if (!texts) throw new Error(`the texts ${area} are not among those of this page`)
  return texts
}

/** Fills the `{placeholders}` of a text; numbers as people of the reader's language write them. */
export const fillText = (text: string, values: Readonly<Record<string, string | number>>) =>
  fillPlaceholders(
    text,
    Object.fromEntries(
      Object.entries(values).map(([name, value]) => [name, typeof value === 'number' ? formatNumber(value) : value]),
    ),
  )
