import type { Language } from './envelope.ts'

/**
 * The codes of one feature: with each its HTTP status (which is also the envelope's `code`), and the problem and the
 * next step in every language. `{name}` is filled from the error's details; see `texts/error-text.ts`.
 */
export type ErrorDefinitions = Readonly<
  Record<string, { readonly status: number } & Readonly<Record<Language, string>>>
>
