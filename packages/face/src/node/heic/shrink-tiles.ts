/** A part of a picture: rows from the top, `stride` bytes each, RGB. */
export interface Tile {
  readonly data: Uint8Array
  readonly stride: number
  readonly width: number
  readonly height: number
}

/**
 * Shrinks a picture by a whole number while its parts arrive: each pixel is the mean of `factor` by `factor`. Parts are
 * cut at the picture's edge.
 */
export function createShrunk(width: number, height: number, factor: number) {
  const small = { width: Math.ceil(width / factor), height: Math.ceil(height / factor) }
  const sums = new Uint32Array(small.width * small.height * 3)
  return {
    add(left: number, top: number, { data, stride, width: tileWidth, height: tileHeight }: Tile): void {
      const right = Math.min(width, left + tileWidth)
      const bottom = Math.min(height, top + tileHeight)
      for (let y = top; y < bottom; y++) {
        const row = Math.floor(y / factor) * small.width
        let from = (y - top) * stride
        for (let x = left; x < right; x++, from += 3) {
          const to = (row + Math.floor(x / factor)) * 3
          sums[to]! += data[from]!
          sums[to + 1]! += data[from + 1]!
          sums[to + 2]! += data[from + 2]!
        }
      }
    },
    finish(): { data: Uint8Array<ArrayBuffer>; width: number; height: number } {
      const data = new Uint8Array(sums.length)
      for (let y = 0; y < small.height; y++) {
        const high = Math.min(factor, height - y * factor)
        for (let x = 0; x < small.width; x++) {
          const count = high * Math.min(factor, width - x * factor)
          const at = (y * small.width + x) * 3
          for (let c = at; c < at + 3; c++) data[c] = (sums[c]! + count / 2) / count
        }
      }
      return { data, ...small }
    },
  }
}
