import { useOutletContext } from 'react-router'
import type { Kind } from './upgrade-queries.ts'

/** The panels of both kinds are the same: the page below which one stands says which it is. */
export const useKind = () => useOutletContext<Kind>()
