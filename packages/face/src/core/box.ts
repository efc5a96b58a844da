/** A rectangle in pixels of the picture it was found in; edges may lie outside that picture. */
export interface Box {
  readonly left: number
  readonly top: number
  readonly right: number
  readonly bottom: number
}

export const boxWidth = (box: Box): number => box.right - box.left
export const boxHeight = (box: Box): number => box.bottom - box.top

/** The square of the box's height round the box's middle, `zoom` times as large. */
export function squareAround(box: Box, zoom = 1): Box {
  return squareAt((box.left + box.right) / 2, (box.top + box.bottom) / 2, boxHeight(box) * zoom)
}

export function squareAt(x: number, y: number, side: number): Box {
  return { left: x - side / 2, top: y - side / 2, right: x + side / 2, bottom: y + side / 2 }
}

/** Shared area divided by joint area: 0 apart, 1 the same. */
export function overlap(a: Box, b: Box): number {
  const width = Math.max(0, Math.min(a.right, b.right) - Math.max(a.left, b.left))
  const height = Math.max(0, Math.min(a.bottom, b.bottom) - Math.max(a.top, b.top))
  const shared = width * height
  return shared / (boxWidth(a) * boxHeight(a) + boxWidth(b) * boxHeight(b) - shared)
}

/** The box of the same thing in a picture `scale` times as large. */
export function scaleBox(box: Box, scale: number): Box {
  return { left: box.left * scale, top: box.top * scale, right: box.right * scale, bottom: box.bottom * scale }
}
