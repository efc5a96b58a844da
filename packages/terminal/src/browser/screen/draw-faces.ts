import type { FrameSeen } from '../face/face-messages.ts'

/** Draws frames round the faces, mirrored like the picture, in the colour of the decision. */
export function drawFaces(
  canvas: HTMLCanvasElement,
  { width, height, faces }: Pick<FrameSeen, 'width' | 'height' | 'faces'>,
  hasPassed: (track: number) => boolean | undefined,
): void {
  if (canvas.width !== width || canvas.height !== height) Object.assign(canvas, { width, height })
  const context = canvas.getContext('2d')
  if (!context) return
  context.clearRect(0, 0, width, height)
  context.lineWidth = 3
  for (const { track, box } of faces) {
    const passes = hasPassed(track)
    context.strokeStyle = passes === undefined ? '#5b8ff0' : passes ? '#5fc78a' : '#f0797f'
    context.beginPath()
    context.roundRect(width - box.right, box.top, box.right - box.left, box.bottom - box.top, 12)
    context.stroke()
  }
}
