import { currentLanguage } from './language.ts'

export const documents = ['index', 'introduction', 'open-platform', 'help', 'privacy', 'terms'] as const
export type DocumentName = (typeof documents)[number]

/** LOGIN-10: the pages that the product itself ships, in the language of now. */
export const documentationAddress = (name: DocumentName) => `/docs/${currentLanguage()}/${name}.html`
