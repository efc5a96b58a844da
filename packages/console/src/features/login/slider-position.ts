/** Fully right, in per cent. */
export const sliderEnd = 100

/** LOGIN-02: where a key takes the slider; undefined for keys that are not its own. */
export function positionAfterKey(position: number, key: string): number | undefined {
  const moves: Record<string, number> = {
    ArrowRight: position + 10,
    ArrowUp: position + 10,
    ArrowLeft: position - 10,
    ArrowDown: position - 10,
    PageUp: position + 25,
    PageDown: position - 25,
    Home: 0,
    End: sliderEnd,
  }
  const moved = moves[key]
  return moved === undefined ? undefined : Math.min(sliderEnd, Math.max(0, moved))
}

/** The position after a drag, `room` being the range of the thumb; fully right within the last pixel. */
export function positionAfterDrag(dragged: number, room: number): number {
  if (room <= 0) return 0
  return Math.min(sliderEnd, Math.max(0, ((dragged + 1) / room) * sliderEnd))
}
