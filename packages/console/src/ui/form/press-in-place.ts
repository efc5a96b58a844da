import type { MouseEvent } from 'react'

/**
 * For the button that stands below the fields it sends: a press leaves the focus in the field. Otherwise the field is checked as the press
 * begins, its problem comes or goes, the button moves, and a press that lasts a moment ends beside it and does nothing.
 */
export const pressInPlace = { onMouseDown: (event: MouseEvent) => event.preventDefault() }
