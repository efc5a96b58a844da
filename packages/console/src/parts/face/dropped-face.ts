/** A photograph that was dropped anywhere on the console, until the search takes it; only in this window's memory. */
export const droppedFaceKey = ['face-search', 'dropped'] as const
