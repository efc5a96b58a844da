import { createSeededRandom } from './seeded-random.ts'

/** The picture's size in the units that everything here is drawn in; pictures are rendered at any scale of it. */
export const drawing = { width: 480, height: 600 }

/** The position of the face, the same for everybody. */
export const faceAt = { left: 128, top: 150, right: 352, bottom: 430 }

/**
 * The badge on the chest: a grid of dark and light cells inside a dark rim, which says the person's number. The demo's
 * terminals read it (`badge-recogniser.ts`): drawn faces are too much alike for a face engine to tell 300 of them apart.
 */
export const badge = { left: 300, top: 500, cell: 14, cells: 4 }

/** 12 bits of number and 4 that check them, cell by cell; `true` is dark. */
export function badgeCells(number: number): boolean[] {
  const check = (number ^ (number >> 4) ^ (number >> 8) ^ 0b1010) & 15
  const bits = (number << 4) | check
  return Array.from({ length: 16 }, (_, at) => ((bits >> at) & 1) === 1)
}

/** The number on a badge, or null where the cells are no badge. */
export function numberOfCells(cells: readonly boolean[]): number | null {
  const number = cells.reduce((sum, isDark, at) => (isDark ? sum | (1 << at) : sum), 0) >> 4
  return badgeCells(number).every((isDark, at) => isDark === cells[at]) ? number : null
}

const skins = [
  ['#f6d9c2', '#d3a386'],
  ['#f0c9a6', '#c8966d'],
  ['#e5b88f', '#b98563'],
  ['#d29f74', '#a2724c'],
  ['#b98258', '#8f6040'],
  ['#94674a', '#704a33'],
] as const
const hairs = ['#17110d', '#221812', '#2d1f15', '#4a3020', '#6b4423', '#96703c', '#8a8a8a', '#5a5a5e'] as const
const irises = ['#3b2718', '#4a3020', '#5b4326', '#3d6b8c', '#4f6f4a', '#2a2018'] as const
const shirts = ['#2f5d8c', '#3d6b5a', '#6b4a68', '#8c4a3a', '#39424e', '#7a6a3d', '#1f4e79', '#566270'] as const
const collars = ['#ffffff', '#e8eef5', '#f6efe4', '#dfe7e2'] as const

type HairStyle = 'short' | 'side' | 'long' | 'bun' | 'curly' | 'bald'
type Features = ReturnType<typeof featuresOf>

/** The appearance of a person, derived from their number alone. */
function featuresOf(number: number) {
  const chance = createSeededRandom(`face ${number}`)
  const [skin, shade] = chance.pick(skins)
  const style = chance.pick<HairStyle>(['short', 'short', 'side', 'long', 'long', 'bun', 'curly', 'bald'])
  return {
    skin,
    shade,
    style,
    hair: chance.pick(hairs),
    iris: chance.pick(irises),
    shirt: chance.pick(shirts),
    collar: chance.pick(collars),
    width: 112 + chance.around(5),
    height: 150 + chance.around(5),
    eyes: 45 + chance.around(1.6),
    eyesAt: -11 + chance.around(2.5),
    nose: 1 + chance.around(0.12),
    mouth: 1 + chance.around(0.1),
    brow: 1 + chance.around(0.08),
    hasGlasses: chance.happens(0.16),
    hasStubble: style !== 'long' && style !== 'bun' && chance.happens(0.25),
  }
}

/** The scene of a picture: `portrait` is before a light wall, the others are at a door by day or by lamplight. */
export type Scene = 'portrait' | 'day' | 'lamp'
const walls = {
  portrait: ['#dfe6ee', '#ffffff'],
  day: ['#b9c7cf', '#e6ecef'],
  lamp: ['#8f8577', '#cfc3ae'],
} as const satisfies Record<Scene, readonly [string, string]>

/** A drawn person as SVG. */
export function drawPerson(number: number, scene: Scene): string {
  const face = featuresOf(number)
  const [above, below] = walls[scene]
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${drawing.width} ${drawing.height}">
<defs>
<radialGradient id="skin" cx=".45" cy=".4" r=".75"><stop offset="0" stop-color="${face.skin}"/><stop offset=".65" stop-color="${face.skin}"/><stop offset="1" stop-color="${face.shade}"/></radialGradient>
<linearGradient id="wall" x1="0" y1="0" x2="0" y2="1"><stop offset="0" stop-color="${above}"/><stop offset="1" stop-color="${below}"/></linearGradient>
<filter id="soft"><feGaussianBlur stdDeviation="5"/></filter>
</defs>
<rect width="480" height="600" fill="url(#wall)"/>
${scene === 'portrait' ? '' : '<path d="M0 0H70V600H0ZM410 0H480V600H410Z" fill="#000" opacity=".13"/>'}
${hairBehind(face)}
<path d="M60 600Q70 470 180 445L300 445Q410 470 420 600Z" fill="${face.shirt}"/>
<path d="M190 380L190 450Q240 500 290 450L290 380Z" fill="${face.shade}"/>
<path d="M180 448Q240 520 300 448L316 468L240 552L164 468Z" fill="${face.collar}"/>
<g transform="translate(240 280)">${head(face)}</g>
${drawBadge(number)}
${scene === 'lamp' ? '<rect width="480" height="600" fill="#ffb347" opacity=".1"/>' : ''}
</svg>`
}

function head(face: Features): string {
  const { width: w, height: h, shade, hair } = face
  const hasHair = face.style !== 'bald'
  return `${hasHair ? `<ellipse cx="0" cy="-30" rx="${w + 16}" ry="${h + 6}" fill="${hair}"/>` : ''}
<ellipse cx="${-w - 2}" cy="5" rx="16" ry="30" fill="${shade}"/><ellipse cx="${w + 2}" cy="5" rx="16" ry="30" fill="${shade}"/>
<path d="M${-w} -30C${-w} ${-h - 20} ${w} ${-h - 20} ${w} -30C${w} 60 ${w * 0.62} ${h} 0 ${h}C${-w * 0.62} ${h} ${-w} 60 ${-w} -30Z" fill="url(#skin)"/>
${face.hasStubble ? `<path d="M-88 60C-70 ${h + 2} 70 ${h + 2} 88 60C70 118 52 124 40 108Q0 128 -40 108C-52 124 -70 118 -88 60Z" fill="${hair}" opacity=".22" filter="url(#soft)"/>` : ''}
${hairBefore(face)}
${[-1, 1].map((side) => eye(face, side)).join('')}
<path d="M-13 -10C-15 20 -20 40 ${-24 * face.nose} 54C-20 66 -10 62 0 67C10 62 20 66 ${24 * face.nose} 54C20 40 15 20 13 -10" fill="${shade}" opacity=".28" filter="url(#soft)"/>
<path d="M${-24 * face.nose} 52Q${-20 * face.nose} 66 -8 62Q0 69 8 62Q${20 * face.nose} 66 ${24 * face.nose} 52" fill="none" stroke="#6d4432" stroke-width="2.6" opacity=".8"/>
<ellipse cx="-10" cy="60" rx="6" ry="3" fill="#4c2c1e" opacity=".8"/><ellipse cx="10" cy="60" rx="6" ry="3" fill="#4c2c1e" opacity=".8"/>
<path d="M-4 -6Q-1 30 -3 48" stroke="#fff" stroke-width="7" opacity=".2" filter="url(#soft)" fill="none"/>
<path d="M${-36 * face.mouth} 94Q-14 84 0 89Q14 84 ${36 * face.mouth} 94Q0 98 ${-36 * face.mouth} 94Z" fill="#9d4c47"/>
<path d="M${-36 * face.mouth} 94Q0 98 ${36 * face.mouth} 94Q0 120 ${-36 * face.mouth} 94Z" fill="#b75f58"/>
<path d="M${-38 * face.mouth} 94Q0 99 ${38 * face.mouth} 94" stroke="#6b2d2a" stroke-width="2.2" fill="none"/>
<ellipse cx="0" cy="116" rx="26" ry="6" fill="${shade}" opacity=".5" filter="url(#soft)"/>
<ellipse cx="-66" cy="58" rx="26" ry="18" fill="#d98873" opacity=".22" filter="url(#soft)"/><ellipse cx="66" cy="58" rx="26" ry="18" fill="#d98873" opacity=".22" filter="url(#soft)"/>
${face.hasGlasses ? glasses(face) : ''}`
}

function eye(face: Features, side: number): string {
  return `<g transform="translate(${side * face.eyes} ${face.eyesAt}) scale(${side} 1)">
<ellipse cx="0" cy="2" rx="34" ry="20" fill="${face.shade}" opacity=".42" filter="url(#soft)"/>
<path d="M-24 3Q0 -17 26 0Q4 14 -24 3Z" fill="#f7f4f0"/>
<circle cx="1" cy="-1" r="9.5" fill="${face.iris}"/><circle cx="1" cy="-1" r="4.5" fill="#0b0806"/><circle cx="4" cy="-4" r="2.2" fill="#fff"/>
<path d="M-24 3Q0 -18 27 0" fill="none" stroke="#1c120c" stroke-width="3.2"/>
<path d="M-22 5Q2 15 25 1" fill="none" stroke="${face.shade}" stroke-width="1.6"/>
<path d="M${-28 * face.brow} -27Q0 ${-44 * face.brow} 34 -26Q2 -33 ${-28 * face.brow} -22Z" fill="${face.hair}"/></g>`
}

const glasses = ({ eyes, eyesAt }: Features) =>
  `<g fill="none" stroke="#3b3b42" stroke-width="2.6" opacity=".75" transform="translate(0 ${eyesAt + 2})">
<rect x="${-eyes - 37}" y="-24" width="70" height="48" rx="20"/><rect x="${eyes - 33}" y="-24" width="70" height="48" rx="20"/>
<path d="M${-eyes + 33} -4Q0 -12 ${eyes - 33} -4"/></g>`

function hairBehind({ style, hair, width }: Features): string {
  const left = 240 - width - 30
  const right = 240 + width + 30
  if (style === 'long')
    return `<path d="M${left} 240C${left - 14} 420 ${left} 500 ${left + 40} 520L${right - 40} 520C${right} 500 ${right + 14} 420 ${right} 240Z" fill="${hair}"/>`
  if (style === 'bun') return `<circle cx="240" cy="96" r="46" fill="${hair}"/>`
  return ''
}

function hairBefore({ style, hair, width: w, height: h }: Features): string {
  if (style === 'bald') return ''
  if (style === 'side')
    return `<path d="M${-w - 6} -10C${-w - 10} ${-h - 44} ${w + 10} ${-h - 44} ${w + 6} -14C${w - 2} -60 ${w * 0.7} -84 ${w * 0.45} -104C${w * 0.1} -66 ${-w * 0.5} -64 ${-w + 8} -62Z" fill="${hair}"/>`
  const curls =
    style === 'curly'
      ? [-1, -0.66, -0.33, 0, 0.33, 0.66, 1]
          .map((at) => `<circle cx="${at * w}" cy="${-96 - (1 - at * at) * 44}" r="36" fill="${hair}"/>`)
          .join('')
      : ''
  return `${curls}<path d="M${-w - 6} -20C${-w - 10} ${-h - 40} ${w + 10} ${-h - 40} ${w + 6} -20C${w - 6} -70 ${w * 0.6} -95 ${w * 0.1} -92C${-w * 0.5} -90 ${-w + 4} -70 ${-w - 6} -20Z" fill="${hair}"/>`
}

function drawBadge(number: number): string {
  const { left, top, cell, cells } = badge
  const side = cell * cells
  const dark = badgeCells(number)
    .map((isDark, at) => ({ isDark, x: left + (at % cells) * cell, y: top + Math.floor(at / cells) * cell }))
    .filter(({ isDark }) => isDark)
    .map(({ x, y }) => `<rect x="${x}" y="${y}" width="${cell}" height="${cell}" fill="#16202c"/>`)
    .join('')
  return `<rect x="${left - 10}" y="${top - 10}" width="${side + 20}" height="${side + 20}" rx="6" fill="#16202c"/>
<rect x="${left - 4}" y="${top - 4}" width="${side + 8}" height="${side + 8}" rx="2" fill="#fff"/>${dark}`
}
