import { useDeferredValue } from 'react'

/** False while a component is drawn for the first time, true right after: for what may come a moment later than the rest. */
export const useIsDrawn = () => useDeferredValue(true, false)
