/** The kind of data under which a dragged row says what it is. */
export const draggedKey = 'application/x-gatehouse-place'

/** The id of the row of a thing. */
export const placeIdOf = (key: string) => `plan-place-${key}`

/** The id of the mark of a place on the stage. */
export const markIdOf = (key: string) => `plan-mark-${key}`
