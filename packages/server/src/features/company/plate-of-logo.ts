import sharp from 'sharp'

/** The dark ground of the product. */
const plate = '#16181d'
/** Of 255: a pixel that is seen at all, one that is lost on white, and one that would be lost on the plate. */
const [seen, light, dark] = [26, 205, 70]
/** The shares of its pixels that must be clear, and light, before a logo gets a plate. */
const [clearShare, lightShare] = [0.05, 0.2]

/**
 * A logo that was drawn for a dark ground, with a plate of its own behind it: the menu, the sign-in, phones, mails and paper are white,
 * and its white letters would be seen on none of them. Any other logo as it is.
 */
export async function onPlateIfLight(png: Buffer): Promise<Buffer> {
  const { data, info } = await sharp(png).ensureAlpha().raw().toBuffer({ resolveWithObject: true })
  if (!isLight(data)) return png
  const gap = Math.max(2, Math.round(Math.min(info.width, info.height) / 6))
  return sharp(png)
    .extend({ top: gap, bottom: gap, left: gap, right: gap, background: plate })
    .flatten({ background: plate })
    .png()
    .toBuffer()
}

/** RGBA, pixel by pixel. */
function isLight(pixels: Buffer): boolean {
  const counts = { clear: 0, seen: 0, light: 0, dark: 0 }
  for (let at = 0; at + 3 < pixels.length; at += 4) {
    const [red = 0, green = 0, blue = 0, alpha = 0] = pixels.subarray(at, at + 4)
    if (alpha < seen) counts.clear++
    else {
      const brightness = 0.2126 * red + 0.7152 * green + 0.0722 * blue
      counts.seen++
      if (brightness >= light) counts.light++
      else if (brightness < dark) counts.dark++
    }
  }
  const all = counts.clear + counts.seen
  return counts.clear >= all * clearShare && counts.light >= counts.seen * lightShare && counts.light > counts.dark * 2
}
