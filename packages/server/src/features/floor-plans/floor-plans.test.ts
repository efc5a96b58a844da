import { randomBytes, randomUUID } from 'node:crypto'
import { gzipSync } from 'node:zlib'
import { AppError } from '@gatehouse/contract/errors.ts'
import {
  createFloorPlan,
  deleteFloorPlan,
  type FloorPlan,
  getFloorPlanPicture,
  listDoorMarks,
  listFloorPlans,
  maxPlanBytes,
  previewFloorPlan,
  replaceFloorPlanPicture,
  setPlanPlaces,
  updateFloorPlan,
} from '@gatehouse/contract/features/floor-plans.ts'
import {
  createArea,
  createDoor,
  createSite,
  deleteDoor,
  deleteSite,
  type Site,
} from '@gatehouse/contract/features/sites.ts'
import { createMusterPoint, deleteMusterPoint } from '@gatehouse/contract/features/muster.ts'
import { beginLockdown, releaseLockdown } from '@gatehouse/contract/features/lockdown.ts'
import sharp from 'sharp'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { pairTestDevice } from '../../../test/device-caller.ts'
import { type Caller, startTestGatehouse, type TestGatehouse } from '../../../test/gatehouse.ts'
import { clearGarbage } from '../../blobs/clear-garbage.ts'
import { answerDrawing } from './drawing/draw-plan.ts'
import { forbiddenInSvg } from './drawing/forbidden-in-svg.ts'
import { formatOf } from './drawing/plan-format.ts'
import { requestDrawing } from './drawing/request-drawing.ts'

let house: TestGatehouse
let admin: Caller
beforeAll(async () => {
  house = await startTestGatehouse()
  admin = await house.asRole('deviceAdmin')
})
afterAll(() => house.close())

let count = 0
const nameOf = (noun: string) => `${noun} ${++count}`
const newSite = () => admin.ask(createSite, { body: { name: nameOf('Site'), address: null, timeZone: null } })
const newDoor = (site: Site) => {
  const body = { name: nameOf('Door'), siteId: site.id, fromAreaId: null, toAreaId: site.areas[0]!.id, readers: [] }
  return admin.ask(createDoor, { body })
}

const svgText = (inside = '', attributes = 'viewBox="0 0 800 500"') =>
  `<svg xmlns="http://www.w3.org/2000/svg" xmlns:xlink="http://www.w3.org/1999/xlink" ${attributes}>
    <rect x="10" y="10" width="780" height="480" fill="none" stroke="#000" stroke-width="6"/>${inside}</svg>`
const svgOf = (inside?: string, attributes?: string) => Buffer.from(svgText(inside, attributes))

/** Other plans of this test may show the same picture otherwise. */
const unlikeAnyOther = () => svgOf(`<circle cx="${++count}" cy="99" r="90"/>`)

/** A PDF whose pages are one page, as often as it is told. */
function pdfOf(pages: number, trailer = '', catalogue = ''): Buffer {
  const content = '4 w 100 100 400 300 re S'
  const objects = [
    `<</Type/Catalog/Pages 2 0 R${catalogue}>>`,
    `<</Type/Pages/Kids[${'3 0 R '.repeat(pages)}]/Count ${pages}>>`,
    '<</Type/Page/Parent 2 0 R/MediaBox[0 0 842 595]/Contents 4 0 R>>',
    `<</Length ${content.length}>>\nstream\n${content}\nendstream`,
  ].map((body, index) => `${index + 1} 0 obj\n${body}\nendobj\n`)
  const starts = objects.map((_, index) => `%PDF-1.4\n${objects.slice(0, index).join('')}`.length)
  const body = `%PDF-1.4\n${objects.join('')}`
  const table = starts.map((start) => `${String(start).padStart(10, '0')} 00000 n \n`).join('')
  return Buffer.from(
    `${body}xref\n0 5\n0000000000 65535 f \n${table}trailer<</Size 5/Root 1 0 R${trailer}>>\nstartxref\n${body.length}\n%%EOF`,
  )
}

const pngOf = (width: number, height: number) =>
  sharp({ create: { width, height, channels: 3, background: '#fff' } })
    .png()
    .toBuffer()

const filesOf = (bytes: Uint8Array) => [{ name: 'plan', bytes }]

async function upload(site: Pick<Site, 'id'>, bytes: Uint8Array = svgOf(), query: object = {}): Promise<FloorPlan> {
  const input = { params: { id: site.id }, query: { name: nameOf('Floor'), level: 0, ...query }, files: filesOf(bytes) }
  const { data, ...answer } = await admin.call(createFloorPlan, input)
  if (answer.status !== 200) throw new Error(answer.message)
  return data
}

const plansOf = (site: Pick<Site, 'id'>, caller = admin) => caller.ask(listFloorPlans, { params: { id: site.id } })
const pictureOf = (plan: FloorPlan, caller = admin, headers = {}) =>
  caller.call(getFloorPlanPicture, { params: { id: plan.id } }, headers)

describe('a file that becomes a plan', () => {
  it.each([
    ['an SVG', () => svgOf(), { width: 3000, height: 1875 }],
    [
      'an SVG with a size in millimetres',
      () => svgOf('', 'width="200mm" height="100mm"'),
      { width: 3000, height: 1500 },
    ],
    ['a small PNG', () => pngOf(400, 300), { width: 400, height: 300 }],
    ['a large PNG', () => pngOf(6000, 4000), { width: 3000, height: 2000 }],
    [
      'a JPEG',
      async () =>
        sharp(await pngOf(400, 300))
          .jpeg()
          .toBuffer(),
      { width: 400, height: 300 },
    ],
    ['a page of a PDF', () => pdfOf(3), { width: 3000, height: 2120 }],
  ])('%s is kept as a picture of at most 3,000 pixels', async (_, make, size) => {
    expect(await upload(await newSite(), await make())).toMatchObject({ ...size, isDark: false, places: [] })
  })

  it('a drawing in white lines without a ground is kept on a dark one', async () => {
    const bytes = Buffer.from(svgOf().toString().replaceAll('#000', '#fff'))
    expect(await upload(await newSite(), bytes)).toMatchObject({ isDark: true })
  })

  it('a preview says how many pages a PDF has and keeps nothing', async () => {
    const input = { query: { page: 2 }, files: filesOf(pdfOf(3)) }
    const { data } = await admin.call(previewFloorPlan, input)
    expect(data).toMatchObject({ pageCount: 3, width: 900, height: 636 })
    expect(data.picture).toMatch(/^data:image\/png;base64,/)
  })

  it('the picture is sent with headers that let it do nothing, and only once', async () => {
    const plan = await upload(await newSite())
    const { status, headers } = await pictureOf(plan)
    expect({ status, ...headers }).toMatchObject({
      status: 200,
      'content-type': 'image/png',
      'cache-control': 'private, no-cache',
      'content-security-policy': "default-src 'none'; sandbox",
      'x-content-type-options': 'nosniff',
      etag: `"${plan.pictureTag}"`,
    })
    expect((await pictureOf(plan, admin, { 'if-none-match': `"${plan.pictureTag}"` })).status).toBe(304)
  })
})

describe('a file that becomes none', () => {
  const link = 'https://example.com/tracker.png'
  it.each([
    ['a script', '<script>alert(1)</script>', '<script>'],
    ['a script with a prefix', '<x:script xmlns:x="http://www.w3.org/2000/svg"/>', '<script>'],
    ['a foreign object', '<foreignObject><p>Hello</p></foreignObject>', '<foreignObject>'],
    ['a handler', '<rect onload="alert(1)" width="1" height="1"/>', 'onload="…"'],
    ['an outside picture', `<image href="${link}" width="9" height="9"/>`, `href="${link}"`],
    [
      'an outside picture that is spelt otherwise',
      '<image xlink:href="&#104;ttps://a.b"/>',
      'xlink:href="https://a.b"',
    ],
    ['a file of the server', '<image href="file:///etc/passwd" width="9" height="9"/>', 'href="file:///etc/passwd"'],
    ['an SVG inside', '<image href="data:image/svg+xml;base64,AAAA"/>', 'href="data:image/svg+xml;base64,AAAA"'],
    ['an outside style', `<style>rect { fill: url("${link}") }</style>`, `url(${link})`],
    ['an imported style', `<style>@import "${link}";</style>`, '@import'],
  ])('an SVG with %s is refused by the name of that', (_, inside, what) => {
    expect(forbiddenInSvg(svgOf(inside))).toBe(what)
  })

  it('the refusal of an SVG says what it contains and what to do', async () => {
    const input = { params: { id: (await newSite()).id }, query: { name: 'Ground', level: 0 } }
    const answer = await admin.call(createFloorPlan, { ...input, files: filesOf(svgOf('<script>alert(1)</script>')) })
    expect(answer).toMatchObject({ status: 422, message: 'floor-plan.svg-forbidden' })
    expect(answer.desc).toContain('This SVG contains <script>')
  })

  it('ordinary parts of a drawing are no reason to refuse it', () => {
    const parts =
      '<style>rect { fill: url(#hatch) }</style><use href="#a"/><text>turn on light = 3</text><image href="data:image/png;base64,AA"/>'
    expect(forbiddenInSvg(svgOf(parts))).toBeNull()
    const doctype = '<!DOCTYPE svg PUBLIC "-//W3C//DTD SVG 1.1//EN" "http://www.w3.org/Graphics/SVG/1.1/DTD/svg11.dtd">'
    expect(forbiddenInSvg(Buffer.from(`${doctype}${svgText()}`))).toBeNull()
  })

  const late = ' '.repeat(5_000)
  const utf7 = '+ADw-script+AD4-alert(1)+ADw-/script+AD4-'
  const named = Buffer.from('<?xml version="1.0" encoding="iso-8859-1"?><svg xmlns="x"/>')
  it.each([
    ['an encoding that is declared late', () => `<?xml version="1.0"${late}encoding="UTF-7"?>${svgText(utf7)}`],
    ['an encoding after a newline', () => `\n<?xml version="1.0"\n${late}encoding = 'UTF-7' ?>${svgText(utf7)}`],
    [
      'a second declaration',
      () => `<?xml version="1.0"?>${late}<?xml version="1.0" encoding="UTF-7"?>${svgText(utf7)}`,
    ],
    ['an encoding without quotes', () => `<?xml version="1.0" encoding=UTF-7?>${svgText(utf7)}`],
    ['EBCDIC', () => `<?xml version="1.0"${late}encoding="IBM037"?>${svgText()}`],
    ['letters of two bytes without a mark', () => Buffer.from(svgText(), 'utf16le')],
    ['letters of two bytes with a mark', () => Buffer.from(`\uFEFF${svgText()}`, 'utf16le')],
    ['letters of two bytes, turned', () => Buffer.from(`\uFEFF${svgText()}`, 'utf16le').swap16()],
    ['letters of four bytes', () => Buffer.from([...svgText()].flatMap((sign) => [sign.charCodeAt(0), 0, 0, 0]))],
    ['bytes that are no UTF-8', () => Buffer.concat([Buffer.from([0xff, 0xfe]), svgOf()])],
    ['letters that are written longer than they are', () => Buffer.concat([svgOf(), Buffer.from([0xc0, 0xbc])])],
    ['a compressed drawing', () => gzipSync(svgOf('<script/>'))],
    [
      'a compressed drawing that is named like one',
      () => Buffer.concat([Buffer.from([0x1f, 0x8b, 8, 8, 1, 1, 1, 1, 2, 3]), named, gzipSync(svgOf()).subarray(10)]),
    ],
  ])('an SVG with %s is not read', async (_, make) => {
    const bytes = Buffer.from(make())
    expect(forbiddenInSvg(bytes)).toBeUndefined()
    expect(await answerDrawing({ bytes, page: 1, maxSide: 900 })).toEqual({
      kind: 'refused',
      code: 'floor-plan.unreadable',
      params: {},
    })
  })

  const before = (declaration: string) => () => `${declaration}${svgText()}`
  it.each([
    ['an entity behind a sign in quotes', before('<!DOCTYPE svg PUBLIC "a>b" "c" [<!ENTITY a "b">]>'), '<!ENTITY>'],
    ['an attribute by declaration', before('<!ATTLIST rect onload CDATA "alert(1)">'), '<!ATTLIST>'],
    ['an element by declaration', before('<!ELEMENT script ANY>'), '<!ELEMENT>'],
    ['a condition', before('<![INCLUDE[<script/>]]>'), '<!>'],
    ['a style sheet', before('<?xml-stylesheet href="https://a.b/c.css"?>'), '<?xml-stylesheet?>'],
    ['a script by a foreign prefix', () => svgText('<é:script xmlns:é="http://www.w3.org/2000/svg"/>'), '<script>'],
    ['a link by a foreign prefix', () => svgText('<use é:href="https://a.b"/>'), 'é:href="https://a.b"'],
    [
      'a script that is data',
      () => svgText('<style><![CDATA[ </style><script>alert(1)</script> ]]></style>'),
      '<script>',
    ],
    [
      'an animated link',
      () => svgText('<set attributeName="xlink:href" to="https://a.b"/>'),
      'attributeName="xlink:href"',
    ],
    ['an animated handler', () => svgText('<set attributeName="onload" to="alert(1)"/>'), 'attributeName="onload"'],
    ['an import in numbers', () => svgText('<style>@\\69 mport "https://a.b";</style>'), '@import'],
    ['an address in numbers', () => svgText('<style>rect { fill: u\\72l(https://a.b) }</style>'), 'url(https://a.b)'],
    ['an address in entities', () => svgText('<rect fill="&#117;rl(https://a.b)"/>'), 'url(https://a.b)'],
    ['a link to a script', () => svgText('<a href="java&#115;cript:alert(1)"/>'), 'href="javascript:alert(1)"'],
    [
      'a root that is none',
      () => svgText('<image href="data:text/html,<svg onload=alert(1)>"/>'),
      'href="data:text/html,<svg onload=alert(1)>"',
    ],
  ])('an SVG with %s is refused by the name of that, and not drawn', async (_, make, what) => {
    const bytes = Buffer.from(make())
    expect(forbiddenInSvg(bytes)).toBe(what)
    expect(await answerDrawing({ bytes, page: 1, maxSide: 900 })).toMatchObject({ code: 'floor-plan.svg-forbidden' })
  })

  it('text in another language or in an old encoding is no reason to refuse a drawing', () => {
    expect(
      forbiddenInSvg(Buffer.from(`\uFEFF<?xml version="1.0" encoding="utf-8"?>${svgText('<text>大厅</text>')}`)),
    ).toBeNull()
    const old = `<?xml version="1.0" encoding="ISO-8859-1" standalone="no"?>${svgText('<text>Küche</text>')}`
    expect(forbiddenInSvg(Buffer.from(old, 'latin1'))).toBeNull()
  })

  const nested = Array.from(
    { length: 12 },
    (_, n) => `<g id="g${n + 1}">${`<use href="#g${n}"/>`.repeat(10)}</g>`,
  ).join('')
  it.each([
    ['parts that repeat each other', () => svgOf(`<defs><g id="g0"><rect/></g>${nested}</defs><use href="#g12"/>`)],
    ['a thousand kilometres', () => svgOf('', 'width="1000000000mm" height="1000000000mm"')],
  ])('an SVG of %s is drawn small or refused, and harms nothing', async (_, make) => {
    const drawn = await requestDrawing({ bytes: make(), page: 1, maxSide: 900 }).catch((error: unknown) => {
      if (error instanceof AppError) return error.code
      throw error
    })
    if (typeof drawn === 'string') expect(drawn).toMatch(/^floor-plan\./)
    else expect(Math.max(drawn.width, drawn.height)).toBeLessThanOrEqual(900)
    expect(await requestDrawing({ bytes: svgOf(), page: 1, maxSide: 900 })).toMatchObject({ width: 900 })
  })

  it.each([
    ['starts a program', '/OpenAction<</S/Launch/F(calc.exe)>>'],
    [
      'runs a script',
      '/OpenAction<</S/JavaScript/JS(app.alert(1))>>/Names<</JavaScript<</Names[(a)<</S/JavaScript/JS(x)>>]>>>>',
    ],
    ['opens an address', '/OpenAction<</S/URI/URI(https://a.b)>>'],
  ])('of a PDF that %s only the pixels are kept', async (_, action) => {
    const answer = await answerDrawing({ bytes: pdfOf(1, '', action), page: 1, maxSide: 900 })
    expect(answer.kind).toBe('drawn')
    if (answer.kind === 'drawn') expect(formatOf(answer.drawing.bytes)).toBe('png')
  })

  const entities = `<!DOCTYPE svg [<!ENTITY a "aaaaaaaaaa"><!ENTITY b "&a;&a;&a;&a;&a;&a;&a;&a;&a;&a;">]>`
  const locked = `/Encrypt<</Filter/Standard/V 1/R 2/O<${'01'.repeat(32)}>/U<${'02'.repeat(32)}>/P -4>>/ID[<01><01>]`
  it.each([
    ['entities in an SVG', () => Buffer.from(`${entities}${svgText('<text>&b;</text>')}`), 'floor-plan.svg-forbidden'],
    [
      'an SVG in letters of another encoding',
      () => Buffer.from(`\uFEFF${svgText()}`, 'utf16le'),
      'floor-plan.unreadable',
    ],
    [
      'an SVG that says so of itself',
      () => Buffer.from(`<?xml version="1.0" encoding="UTF-7"?>${svgText()}`),
      'floor-plan.unreadable',
    ],
    ['half an SVG', () => svgOf().subarray(0, 150), 'floor-plan.unreadable'],
    ['a locked PDF', () => pdfOf(1, locked), 'floor-plan.pdf-locked'],
    ['a PDF with fewer pages', () => pdfOf(1), 'floor-plan.no-such-page', 2],
    ['what only begins as a PDF', () => Buffer.from('%PDF-1.7 and nothing'), 'floor-plan.unreadable'],
    ['one pixel', () => pngOf(1, 1), 'floor-plan.too-small'],
    ['a thin line', () => pngOf(30_000, 200), 'floor-plan.too-small'],
    ['a decompression bomb', () => pngOf(10_000, 10_000), 'floor-plan.too-many-pixels'],
    ['half a PNG', async () => (await pngOf(400, 300)).subarray(0, 100), 'floor-plan.unreadable'],
    ['a GIF', () => Buffer.from('GIF89a'), 'floor-plan.unreadable'],
    ['random bytes', () => randomBytes(2_000), 'floor-plan.unreadable'],
  ])('%s is refused with an error of its own', async (_, make, code, page = 1) => {
    expect(await answerDrawing({ bytes: await make(), page, maxSide: 900 })).toMatchObject({ kind: 'refused', code })
  })

  it('a file that takes too long is given up, and the next one is drawn', async () => {
    const job = { bytes: svgOf(), page: 1, maxSide: 900 }
    await expect(requestDrawing(job, 1)).rejects.toThrow('floor-plan.too-complex')
    expect(await requestDrawing(job)).toMatchObject({ width: 900 })
  })

  it('more files at once than are drawn soon are asked to come again', async () => {
    const site = await newSite()
    const outcomes = await Promise.allSettled(Array.from({ length: 6 }, () => upload(site)))
    const refused = outcomes.flatMap((outcome) => (outcome.status === 'rejected' ? [String(outcome.reason)] : []))
    expect(refused).toEqual(['Error: server.busy', 'Error: server.busy'])
  })

  it.each([
    ['no bytes', 0, 'floor-plan.file-missing'],
    ['more than 20 MB', maxPlanBytes + 1, 'floor-plan.file-too-large'],
  ])('%s are refused without being drawn', async (_, size, code) => {
    await expect(upload(await newSite(), Buffer.alloc(size))).rejects.toThrow(code)
  })

  it('an upload of 50 MB is refused unread', async () => {
    const input = { params: { id: (await newSite()).id }, query: { name: 'Ground', level: 0 } }
    const { status } = await admin.call(createFloorPlan, { ...input, files: filesOf(Buffer.alloc(50 * 1024 * 1024)) })
    expect(status).toBe(413)
  })

  it('a PDF with a thousand pages and a script is drawn without it', async () => {
    const script = '/OpenAction<</S/JavaScript/JS(app.alert(1))>>'
    const { data } = await admin.call(previewFloorPlan, {
      query: { page: 1000 },
      files: filesOf(pdfOf(1000, '', script)),
    })
    expect(data.pageCount).toBe(1000)
  })

  it('the format is read from the bytes, and not from a name', async () => {
    expect([svgOf(), pdfOf(1), await pngOf(1, 1), Buffer.from('<html>')].map(formatOf)).toEqual([
      'svg',
      'pdf',
      'png',
      undefined,
    ])
  })
})

describe('the plans of a site', () => {
  it('plans stand in the order of their levels, and their names are different', async () => {
    const site = await newSite()
    for (const [name, level] of [
      ['Roof', 9],
      ['Ground', 0],
      ['Cellar', -1],
    ] as const)
      await upload(site, svgOf(), { name, level })
    expect((await plansOf(site)).map(({ name }) => name)).toEqual(['Cellar', 'Ground', 'Roof'])
    await expect(upload(site, svgOf(), { name: 'ROOF' })).rejects.toThrow('floor-plan.name-taken')
  })

  it('a change of a plan that somebody else has changed meanwhile is refused', async () => {
    const { id, version } = await upload(await newSite())
    const body = { name: nameOf('Floor'), level: 2, version }
    expect(await admin.ask(updateFloorPlan, { params: { id }, body })).toMatchObject({ level: 2, version: version + 1 })
    await expect(admin.ask(updateFloorPlan, { params: { id }, body })).rejects.toThrow('floor-plan.changed-meanwhile')
    const places = { places: [], version }
    await expect(admin.ask(setPlanPlaces, { params: { id }, body: places })).rejects.toThrow(
      'floor-plan.changed-meanwhile',
    )
  })

  it('a replaced picture keeps the places, and the old one is deleted', async () => {
    const site = await newSite()
    const door = await newDoor(site)
    const plan = await upload(site, unlikeAnyOther())
    const place = { kind: 'door' as const, id: door.id, x: 0.25, y: 0.75 }
    await admin.ask(setPlanPlaces, { params: { id: plan.id }, body: { places: [place] } })
    const { blob_hash: before } = await house.db
      .selectFrom('floor_plan')
      .select('blob_hash')
      .where('id', '=', plan.id)
      .executeTakeFirstOrThrow()
    const input = { params: { id: plan.id }, query: { page: 1 }, files: filesOf(svgOf('<circle r="90"/>')) }
    const { data } = await admin.call(replaceFloorPlanPicture, input)
    expect(data.places).toEqual([{ ...place, name: door.name, corners: null }])
    expect(data.pictureTag).not.toBe(plan.pictureTag)
    await sweep()
    expect(await house.gatehouse.services.blobs.get(before)).toBeUndefined()
    expect((await pictureOf(data)).status).toBe(200)
  })

  it('a plan goes with its site, and its picture too', async () => {
    const site = await newSite()
    const plan = await upload(site, unlikeAnyOther())
    const { blob_hash } = await house.db
      .selectFrom('floor_plan')
      .select('blob_hash')
      .where('id', '=', plan.id)
      .executeTakeFirstOrThrow()
    await admin.ask(deleteSite, { params: { id: site.id } })
    expect((await pictureOf(plan)).status).toBe(404)
    await sweep()
    expect(await house.gatehouse.services.blobs.get(blob_hash)).toBeUndefined()
  })

  it('a picture that another plan shows stays when one of them is deleted', async () => {
    const site = await newSite()
    const [first, second] = [await upload(site), await upload(site)]
    await admin.ask(deleteFloorPlan, { params: { id: first.id } })
    await sweep()
    expect((await pictureOf(second)).status).toBe(200)
  })

  const sweep = async () => {
    house.clock.advance({ minutes: 10 })
    await clearGarbage(house.gatehouse.services)
  }
})

describe('the places on a plan', () => {
  it('doors and areas have places, and lose them when they are deleted', async () => {
    const site = await newSite()
    const door = await newDoor(site)
    const area = await admin.ask(createArea, { body: { parentAreaId: site.areas[0]!.id, name: nameOf('Area') } })
    const plan = await upload(site)
    const corners = [
      { x: 0, y: 0 },
      { x: 0.5, y: 0 },
      { x: 0.5, y: 0.33333 },
    ]
    const places = [
      { kind: 'door' as const, id: door.id, x: 0.123456, y: 1 },
      { kind: 'area' as const, id: area.id, x: 0.2, y: 0.1, corners },
    ]
    const placed = await admin.ask(setPlanPlaces, { params: { id: plan.id }, body: { places, version: plan.version } })
    expect(placed.places).toEqual([
      { kind: 'door', id: door.id, name: door.name, x: 0.1235, y: 1, corners: null },
      {
        kind: 'area',
        id: area.id,
        name: area.name,
        x: 0.2,
        y: 0.1,
        corners: [corners[0], corners[1], { x: 0.5, y: 0.3333 }],
      },
    ])
    await admin.ask(deleteDoor, { params: { id: door.id } })
    expect((await plansOf(site))[0]?.places.map(({ id }) => id)).toEqual([area.id])
  })

  it('a muster point has a place, and loses it when it is deleted', async () => {
    const site = await newSite()
    const point = await admin.ask(createMusterPoint, { body: { siteId: site.id, name: 'Car park' } })
    const { id } = await upload(site)
    const place = { kind: 'muster-point' as const, id: point.id, x: 0.9, y: 0.9 }
    const placed = await admin.ask(setPlanPlaces, { params: { id }, body: { places: [place] } })
    expect(placed.places).toEqual([{ ...place, name: 'Car park', corners: null }])
    await admin.ask(deleteMusterPoint, { params: { id: point.id } })
    expect((await plansOf(site))[0]?.places).toEqual([])
  })

  it('a door of another site, a missing one, one outside the plan and one twice are refused', async () => {
    const [site, other] = [await newSite(), await newSite()]
    const [door, strange] = [await newDoor(site), await newDoor(other)]
    const { id } = await upload(site)
    const set = (...places: { id: string; x: number; y: number; corners?: { x: number; y: number }[] }[]) =>
      admin.ask(setPlanPlaces, {
        params: { id },
        body: { places: places.map((place) => ({ kind: 'door' as const, ...place })) },
      })
    await expect(set({ id: strange.id, x: 0, y: 0 })).rejects.toThrow('floor-plan.place-elsewhere')
    await expect(set({ id: randomUUID(), x: 0, y: 0 })).rejects.toThrow('floor-plan.place-elsewhere')
    await expect(set({ id: door.id, x: 1.01, y: 0 })).rejects.toThrow('request.invalid')
    await expect(set({ id: door.id, x: 0, y: 0 }, { id: door.id, x: 1, y: 1 })).rejects.toThrow('request.invalid')
    const corners = [
      { x: 0, y: 0 },
      { x: 1, y: 0 },
      { x: 1, y: 1 },
    ]
    await expect(set({ id: door.id, x: 0, y: 0, corners })).rejects.toThrow('request.invalid')
  })
})

describe('the roles that see and change plans', () => {
  it('a sub admin sees plans and changes none, a visitor admin sees none', async () => {
    const site = await newSite()
    const plan = await upload(site)
    const [subAdmin, visitorAdmin] = [await house.asRole('subAdmin'), await house.asRole('visitorAdmin')]
    expect(await plansOf(site, subAdmin)).toHaveLength(1)
    expect((await pictureOf(plan, subAdmin)).status).toBe(200)
    expect((await pictureOf(plan, visitorAdmin)).status).toBe(403)
    const input = { params: { id: plan.id } }
    for (const caller of [subAdmin, visitorAdmin]) {
      expect((await caller.call(deleteFloorPlan, input)).message).toBe('auth.permission-denied')
    }
    await expect(plansOf(site, visitorAdmin)).rejects.toThrow('auth.permission-denied')
  })
})

describe('the marks of doors', () => {
  it('a door says that it has no reader, is locked down in a lockdown, and otherwise as its contact tells', async () => {
    const site = await newSite()
    const device = await pairTestDevice(house, admin)
    const bare = await newDoor(site)
    const body = { name: nameOf('Door'), siteId: site.id, fromAreaId: null, toAreaId: site.areas[0]!.id }
    const door = await admin.ask(createDoor, { body: { ...body, readers: [{ deviceId: device.id }] } })
    // The server watches who is there, and takes a device without a connection for offline at any time.
    const marks = async (is_online = true) => {
      await house.db.updateTable('device').set({ is_online }).where('id', '=', device.id).execute()
      const found = await admin.ask(listDoorMarks, { params: { id: site.id } })
      return [door, bare].map(({ id }) => found.find(({ doorId }) => doorId === id)?.mark)
    }
    expect(await marks()).toEqual(['unknown', 'no-reader'])
    const lockdown = {
      kind: 'lockdown' as const,
      level: null,
      reason: null,
      scope: { kind: 'site' as const, id: site.id },
    }
    const { id } = await admin.ask(beginLockdown, { body: lockdown })
    expect(await marks()).toEqual(['locked-down', 'no-reader'])
    await admin.ask(releaseLockdown, { params: { id }, body: { reason: 'Over' } })
    const told = { device_id: device.id, contact: 'open' as const, contact_since: house.clock.now().toString() }
    await house.db
      .insertInto('door_state')
      .values({ ...told, reported_at: told.contact_since })
      .execute()
    expect(await marks()).toEqual(['open', 'no-reader'])
    await house.db.updateTable('door_state').set({ held_open_since: told.contact_since }).execute()
    expect(await marks()).toEqual(['held-open', 'no-reader'])
    expect(await marks(false)).toEqual(['offline', 'no-reader'])
  })
})
