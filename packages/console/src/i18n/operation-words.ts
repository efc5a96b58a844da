import type { Language } from '@gatehouse/contract/envelope.ts'

type Words = Readonly<Record<string, Readonly<Record<Language, string>>>>

/**
 * The names of a feature's modules, events and edited fields in the operation log. Each feature has its own
 * `operation-words.ts`; words that several features share are in that of the operation log.
 */
export type OperationWords = { readonly modules?: Words; readonly events?: Words; readonly fields?: Words }
