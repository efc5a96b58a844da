import type { Language } from '@gatehouse/contract/envelope.ts'

type Words = Readonly<Record<string, Readonly<Record<Language, string>>>>

/**
 * What the operation log calls the modules, the events and the edited fields of a feature. Each feature says it in its own
 * `operation-words.ts`; what several say alike stands in that of the operation log.
 */
export type OperationWords = { readonly modules?: Words; readonly events?: Words; readonly fields?: Words }
