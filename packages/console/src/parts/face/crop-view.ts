/** The part of a picture that is taken: what stands in the middle (in its pixels), how large it is drawn, and how turned. */
export interface CropView {
  readonly x: number
  readonly y: number
  /** 1: the whole picture is seen. */
  readonly zoom: number
  /** Clockwise, in quarters. */
  readonly quarters: number
  /** Clockwise, in degrees beside the quarters. */
  readonly degrees: number
}

interface Size {
  readonly width: number
  readonly height: number
}

export const maxZoom = 8
export const maxDegrees = 45
/** The shape of what is taken: a portrait, 3 by 4. */
export const cropShape: Size = { width: 480, height: 640 }
/** The longest side of what is taken; the server keeps less. */
const maxHeight = 1600

export const wholeView = ({ width, height }: Size): CropView => ({
  x: width / 2,
  y: height / 2,
  zoom: 1,
  quarters: 0,
  degrees: 0,
})

/** The picture as it fills the frame. */
function fullView(picture: Size): CropView {
  const across = cropShape.width / picture.width
  const down = cropShape.height / picture.height
  return zoomed(wholeView(picture), Math.max(across, down) / Math.min(across, down))
}

/** A face that was found in a picture, in the pixels of the picture as it was judged. */
export interface JudgedFace {
  readonly width: number
  readonly height: number
  readonly face?: (Size & { readonly x: number; readonly y: number }) | undefined
}

/** The part of the frame's height that a face takes at first. */
const faceShare = 0.4

/** The view of a face that was found, or of as much as fills the frame. */
export function firstView(picture: Size, judged?: JudgedFace): CropView {
  if (!judged?.face) return fullView(picture)
  const ratio = picture.width / judged.width
  const { x, y, width, height } = judged.face
  const whole = wholeView(picture)
  const zoom = (faceShare * cropShape.height) / (height * ratio) / scaleOf(whole, picture, cropShape)
  return zoomed({ ...whole, x: (x + width / 2) * ratio, y: (y + height / 2) * ratio }, zoom)
}

const turnOf = ({ quarters, degrees }: CropView): number => ((quarters * 90 + degrees) * Math.PI) / 180

/** Pixels of the frame for one of the picture. */
export function scaleOf(view: CropView, picture: Size, frame: Size): number {
  const isAcross = view.quarters % 2 !== 0
  const [width, height] = isAcross ? [picture.height, picture.width] : [picture.width, picture.height]
  return Math.min(frame.width / width, frame.height / height) * view.zoom
}

/** The view after the picture was moved by so many pixels of a frame of `cropShape`; its middle stays on the picture. */
export function moved(view: CropView, picture: Size, right: number, down: number): CropView {
  const scale = scaleOf(view, picture, cropShape)
  const turn = turnOf(view)
  const x = view.x - (right * Math.cos(turn) + down * Math.sin(turn)) / scale
  const y = view.y - (down * Math.cos(turn) - right * Math.sin(turn)) / scale
  return { ...view, x: within(x, 0, picture.width), y: within(y, 0, picture.height) }
}

export const zoomed = (view: CropView, zoom: number): CropView => ({ ...view, zoom: within(zoom, 1, maxZoom) })
export const turned = (view: CropView, quarters: number): CropView => ({
  ...view,
  quarters: (view.quarters + quarters + 4) % 4,
})

/** The size in which the part is taken: never more pixels than the picture has there. */
export function takenSize(view: CropView, picture: Size): Size {
  const height = Math.round(within(cropShape.height / scaleOf(view, picture, cropShape), 1, maxHeight))
  return { width: Math.max(1, Math.round((height * cropShape.width) / cropShape.height)), height }
}

/** Draws the part into a canvas, whatever its size; white where the picture has ended. */
export function drawCrop(canvas: HTMLCanvasElement, bitmap: ImageBitmap, view: CropView): void {
  const context = canvas.getContext('2d')
  if (!context) return
  const scale = scaleOf(view, bitmap, canvas)
  context.setTransform(1, 0, 0, 1, 0, 0)
  context.fillStyle = '#fff'
  context.fillRect(0, 0, canvas.width, canvas.height)
  context.imageSmoothingQuality = 'high'
  context.translate(canvas.width / 2, canvas.height / 2)
  context.rotate(turnOf(view))
  context.scale(scale, scale)
  context.drawImage(bitmap, -view.x, -view.y)
}

const within = (value: number, least: number, most: number): number => Math.min(most, Math.max(least, value))
