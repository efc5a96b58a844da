import { encode } from 'uqr'

/** The modules of white around a code that a camera needs to find it. */
const quiet = 4

/** A QR code as one path of an SVG drawing of `side` units. */
export function qrPath(text: string): { side: number; path: string } {
  const { data, size } = encode(text, { ecc: 'M', border: quiet })
  let path = ''
  data.forEach((row, y) => {
    for (let x = 0; x < row.length; x++) {
      if (!row[x]) continue
      const start = x
      while (row[x + 1]) x++
      path += `M${start} ${y}h${x + 1 - start}v1h-${x + 1 - start}z`
    }
  })
  return { side: size, path }
}

/** The same as a file. */
export function qrSvg(text: string): string {
  const { side, path } = qrPath(text)
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${side} ${side}" width="600" height="600" shape-rendering="crispEdges"><rect width="${side}" height="${side}" fill="#fff"/><path d="${path}"/></svg>`
}
