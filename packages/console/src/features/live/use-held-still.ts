import { type FocusEvent, useState } from 'react'

/** Whether the pointer or the focus is inside something: then nothing in it moves. */
export function useHeldStill() {
  const [hasPointer, setHasPointer] = useState(false)
  const [hasFocus, setHasFocus] = useState(false)
  return {
    isStill: hasPointer || hasFocus,
    onPointerEnter: () => setHasPointer(true),
    onPointerLeave: () => setHasPointer(false),
    onFocus: () => setHasFocus(true),
    onBlur: ({ currentTarget, relatedTarget }: FocusEvent<HTMLElement>) => {
      if (!currentTarget.contains(relatedTarget)) setHasFocus(false)
    },
  }
}
