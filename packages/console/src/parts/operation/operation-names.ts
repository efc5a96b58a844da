import type { OperationWords } from '../../i18n/operation-words.ts'
import { currentLanguage } from '../../lib/language.ts'

/** Taken in by their name, so that a feature adds its words without a change here, and only pages that tell of operations load them. */
const wordsOfFeatures = Object.values(
  import.meta.glob<OperationWords>('../../features/*/operation-words.ts', { eager: true, import: 'operationWords' }),
)

const wordsFor = (kind: keyof OperationWords) =>
  new Map(wordsOfFeatures.flatMap((words) => Object.entries(words[kind] ?? {})))

export const moduleWords = wordsFor('modules')
export const eventWords = wordsFor('events')
export const fieldWords = wordsFor('fields')

// An entry of an older or newer release may have a word that this console does not know: it is shown unchanged.

export const moduleOf = (name: string) => moduleWords.get(name)?.[currentLanguage()] ?? name
export const eventOf = (name: string) => eventWords.get(name)?.[currentLanguage()] ?? name

/** `departmentId` is the department, `groupIds` are the groups. */
export const wordOfField = (name: string) => name.replace(/Ids$/, 's').replace(/Id$/, '')

export const fieldOf = (name: string) => fieldWords.get(wordOfField(name))?.[currentLanguage()] ?? name
