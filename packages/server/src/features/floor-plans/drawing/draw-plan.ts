import sharp, { type Sharp } from 'sharp'
import { drawPdfPage } from './draw-pdf-page.ts'
import { type Drawing, type DrawingAnswer, type DrawingJob, RefusedDrawing } from './drawing-jobs.ts'
import { forbiddenInSvg } from './forbidden-in-svg.ts'
import { formatOf } from './plan-format.ts'

/** 40 megapixels, 160 MB while they are read. */
const maxPixels = 40_000_000
/** A door that is placed by 1 % of the plan needs pixels to be placed between. */
const minSide = 100
/** Above it a drawing of many colours is kept as a photograph would be. */
const maxPngBytes = 4 * 1024 * 1024
/** SVG has no pixels of its own: 72 of these are an inch, so that a drawing of any size can be scaled by it. */
const usualDensity = 72
const maxDensity = 2400

/**
 * Draws a plan again from any format, so that only pixels of the upload are kept: no script, no link, no author. Without transparency,
 * upright, in sRGB. Called in a process of its own, which `request-drawing.ts` starts and bounds.
 */
export const answerDrawing = (job: DrawingJob): Promise<DrawingAnswer> =>
  drawPlan(job).then(
    (drawing): DrawingAnswer => ({ kind: 'drawn', drawing }),
    (error: unknown): DrawingAnswer =>
      error instanceof RefusedDrawing
        ? { kind: 'refused', code: error.code, params: error.params }
        : { kind: 'refused', code: 'floor-plan.unreadable' },
  )

/** @throws RefusedDrawing, or the error of a decoder */
async function drawPlan({ bytes, page, maxSide }: DrawingJob): Promise<Drawing> {
  const format = formatOf(bytes)
  if (format === undefined) throw new RefusedDrawing('floor-plan.unreadable')
  if (format === 'pdf') {
    const { data, width, height, pageCount } = await drawPdfPage(bytes, page, maxSide)
    const pixels = sharp(data, { raw: { width, height, channels: 4 } }).removeAlpha()
    return { ...(await keep(pixels, maxSide, 'png')), pageCount }
  }
  const image = format === 'svg' ? await openSvg(bytes, maxSide) : await openPixels(bytes)
  return { ...(await keep(image.toColourspace('srgb'), maxSide, format === 'jpeg' ? 'jpeg' : 'png')), pageCount: 1 }
}

async function openPixels(bytes: Uint8Array): Promise<Sharp> {
  const { width, height } = await sharp(bytes, { limitInputPixels: false }).metadata()
  if (width * height > maxPixels) {
    throw new RefusedDrawing('floor-plan.too-many-pixels', { width, height, max: maxPixels / 1_000_000 })
  }
  return sharp(bytes, { limitInputPixels: maxPixels, failOn: 'error' }).autoOrient()
}

async function openSvg(bytes: Uint8Array, maxSide: number): Promise<Sharp> {
  const forbidden = forbiddenInSvg(bytes)
  if (forbidden === undefined) throw new RefusedDrawing('floor-plan.unreadable')
  if (forbidden !== null) throw new RefusedDrawing('floor-plan.svg-forbidden', { what: forbidden })
  const density = await densityOf(bytes, maxSide)
  return sharp(bytes, { limitInputPixels: maxPixels, density })
}

/** The density at which an SVG is as large as it is wanted. A drawing in millimetres grows by the square of it, any other with it. */
async function densityOf(bytes: Uint8Array, maxSide: number): Promise<number> {
  const sideAt = async (density: number) => {
    const { width, height } = await sharp(bytes, { limitInputPixels: false, density }).metadata()
    return Math.max(width, height, 1)
  }
  const bounded = (factor: number) => Math.min(maxDensity, Math.max(1, usualDensity * factor))
  const factor = maxSide / (await sideAt(usualDensity))
  const linear = bounded(factor)
  const isLinear = Math.abs((await sideAt(linear)) / maxSide - 1) < 0.05
  return isLinear ? linear : bounded(Math.sqrt(factor))
}

async function keep(image: Sharp, maxSide: number, kind: 'png' | 'jpeg'): Promise<Omit<Drawing, 'pageCount'>> {
  const { data, info } = await image
    .resize({ width: maxSide, height: maxSide, fit: 'inside', withoutEnlargement: true })
    .ensureAlpha()
    .raw()
    .toBuffer({ resolveWithObject: true })
  const { width, height } = info
  if (Math.min(width, height) < minSide)
    throw new RefusedDrawing('floor-plan.too-small', { width, height, min: minSide })
  const { darkest, mean, isSeeThrough } = lightOf(data)
  // Drawn in white lines without a ground: on white it would be nothing.
  const isBlank = isSeeThrough && darkest > 250
  const pixels = sharp(data, { raw: { width, height, channels: 4 } }).flatten({ background: isBlank ? '#000' : '#fff' })
  const png = kind === 'png' ? await pixels.clone().png({ compressionLevel: 9 }).toBuffer() : undefined
  const isKept = png !== undefined && png.byteLength <= maxPngBytes
  return {
    bytes: isKept ? png : await pixels.clone().jpeg({ quality: 85 }).toBuffer(),
    contentType: isKept ? 'image/png' : 'image/jpeg',
    width,
    height,
    isDark: isBlank || mean < 100,
  }
}

/** The light of the darkest pixel and of all together, from 0 to 255, on white. */
function lightOf(pixels: Uint8Array): { darkest: number; mean: number; isSeeThrough: boolean } {
  let isSeeThrough = false
  let darkest = 255
  let sum = 0
  for (let at = 0; at < pixels.length; at += 4) {
    const [red = 0, green = 0, blue = 0, alpha = 0] = [pixels[at], pixels[at + 1], pixels[at + 2], pixels[at + 3]]
    const light = 255 - ((255 - (red * 0.3 + green * 0.59 + blue * 0.11)) * alpha) / 255
    darkest = Math.min(darkest, light)
    sum += light
    isSeeThrough ||= alpha < 255
  }
  return { darkest, mean: sum / (pixels.length / 4), isSeeThrough }
}
