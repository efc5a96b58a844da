import { useOutletContext } from 'react-router'
import type { Kind } from './upgrade-queries.ts'

/** The panels of both kinds are the same: their parent page decides the kind. */
export const useKind = () => useOutletContext<Kind>()
