import { createContext } from 'react'

/** The title that stands above the page: on a phone its header does not say it again. */
export const PageTitle = createContext('')
