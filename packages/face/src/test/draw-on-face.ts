import sharp from 'sharp'
import { type Landmarks, landmark } from '../core/face-landmarks.ts'
import { distance, middleOf, type Point } from '../core/similarity-transform.ts'

/** Shapes that are drawn over a face of these landmarks, as the inside of an SVG of the photograph's size. */

const eyeAt = (landmarks: Landmarks, corner: 36 | 42) =>
  [0, 1, 2, 3, 4, 5].map((step) => landmark(landmarks, corner + step))

const middlesOfEyes = (landmarks: Landmarks): [Point, Point] => [
  middleOf([landmark(landmarks, 36), landmark(landmarks, 39)]),
  middleOf([landmark(landmarks, 42), landmark(landmarks, 45)]),
]

/** Two dark lenses with a bridge; `opacity` 1 hides what is behind them. */
export function sunglasses(landmarks: Landmarks, { fill = '#111', opacity = 1, size = 1 } = {}): string {
  const eyes = middlesOfEyes(landmarks)
  const [left, right] = eyes
  const apart = distance(left, right)
  const lean = (Math.atan2(right.y - left.y, right.x - left.x) * 180) / Math.PI
  const lenses = eyes.map(
    ({ x, y }) =>
      `<ellipse cx="${x}" cy="${y + apart * 0.03}" rx="${apart * 0.42 * size}" ry="${apart * 0.31 * size}" fill="${fill}" fill-opacity="${opacity}" transform="rotate(${lean} ${x} ${y})"/>`,
  )
  return `${lenses.join('')}<line x1="${left.x}" y1="${left.y}" x2="${right.x}" y2="${right.y}" stroke="${fill}" stroke-width="${apart * 0.06}"/>`
}

/** A cap whose brim ends so far below the brows, in distances of the eyes. */
export function cap(landmarks: Landmarks, { below = 0.1, fill = '#223' } = {}): string {
  const [left, right] = middlesOfEyes(landmarks)
  const apart = distance(left, right)
  const { x } = middleOf([left, right])
  const y = middleOf([landmark(landmarks, 19), landmark(landmarks, 24)]).y + apart * below
  const at = (across: number, down: number) => `${x + apart * across} ${y + apart * down}`
  return `<path d="M ${at(-1.35, 0.1)} Q ${at(0, -0.12)} ${at(1.35, 0.1)} L ${at(1.2, -1.6)} Q ${at(0, -2.2)} ${at(-1.2, -1.6)} Z" fill="${fill}"/>`
}

/** Lids of the colour of the skin below each eye, with a line of lashes. */
export async function closedLids(photograph: Buffer, landmarks: Landmarks): Promise<string> {
  const { data, info } = await sharp(photograph)
    .removeAlpha()
    .toColourspace('srgb')
    .raw()
    .toBuffer({ resolveWithObject: true })
  const lids = ([36, 42] as const).map((corner) => {
    const eye = eyeAt(landmarks, corner)
    const [outer, , , inner, lowerInner, lowerOuter] = eye
    if (!outer || !inner || !lowerInner || !lowerOuter) throw new RangeError('an eye has six landmarks')
    const width = distance(outer, inner)
    const { x, y } = middleOf(eye)
    const pixel = (Math.round(y + width * 0.55) * info.width + Math.round(x)) * info.channels
    const skin = [...data.subarray(pixel, pixel + 3)].join(',')
    const low = middleOf([lowerInner, lowerOuter])
    return `<ellipse cx="${x}" cy="${y}" rx="${width * 0.62}" ry="${width * 0.34}" fill="rgb(${skin})"/>
      <path d="M ${outer.x} ${outer.y} Q ${low.x} ${low.y + width * 0.16} ${inner.x} ${inner.y}" stroke="#2a1c14" stroke-width="${width * 0.07}" fill="none"/>`
  })
  return lids.join('')
}

/** A mask along the jaw to the nose. */
export function mask(landmarks: Landmarks): string {
  const outline = [1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15, 28].map((index) => {
    const { x, y } = landmark(landmarks, index)
    return `${x},${y}`
  })
  return `<polygon fill="#d0dce4" points="${outline.join(' ')}"/>`
}
