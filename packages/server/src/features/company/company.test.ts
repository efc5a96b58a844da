import { createHash } from 'node:crypto'
import { crc32, deflateSync } from 'node:zlib'
import * as contract from '@gatehouse/contract/features/company.ts'
import { imageAddress } from '@gatehouse/contract/features/images.ts'
import { uploadPortrait } from '@gatehouse/contract/features/portraits.ts'
import * as codes from '@gatehouse/contract/features/registrations.ts'
import sharp from 'sharp'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { listenForTerminals } from '../../../test/listen-for-terminals.ts'
import { startPairedTerminal } from '@gatehouse/testkit/seeds/real-terminals.ts'
import { type Caller, startTestGatehouse, type TestGatehouse } from '../../../test/gatehouse.ts'
import { faces, photograph } from '@gatehouse/testkit/photographs.ts'
import { until } from '@gatehouse/testkit/until.ts'
import { clearGarbage } from '../../blobs/clear-garbage.ts'

let house: TestGatehouse
let admin: Caller
beforeAll(async () => {
  house = await startTestGatehouse()
  admin = await house.asRole('mainAdmin')
})
afterAll(() => house.close())

const draw = (width: number, height: number, alpha = 0.5) =>
  sharp({ create: { width, height, channels: 4, background: { r: 200, g: 30, b: 40, alpha } } })
const upload = (picture: 'logo' | 'background', image: Buffer, headers = {}) =>
  admin.call(contract.uploadCompanyPicture, { params: { picture }, image }, headers)

describe('[BU-01] the enterprise', () => {
  it('the enterprise has a name, a welcome, an introduction, a quality level and the period of its licence', async () => {
    const before = await admin.ask(contract.getCompany)
    expect(before).toMatchObject({
      name: 'Gatehouse',
      welcome: null,
      introduction: null,
      qualityLevel: 'high',
      logo: null,
      background: null,
      authorization: { fromAt: '2020-01-01T00:00:00Z', toAt: '2100-01-01T00:00:00Z' },
    })
    const body = { name: '北方电子', welcome: 'Good to see you', introduction: 'We make things.\nAnd doors.' }
    const after = await admin.ask(contract.updateCompany, { body })
    expect(after).toMatchObject(body)
    expect(await admin.ask(contract.updateCompany, { body: { welcome: null } })).toMatchObject({ welcome: null })
    const tooLong = await admin.call(contract.updateCompany, { body: { welcome: 'x'.repeat(256) } })
    expect(tooLong.status).toBe(400)
  })

  it.each(['subAdmin', 'deviceAdmin', 'visitorAdmin'] as const)(
    '%s reads the enterprise, and cannot change it',
    async (role) => {
      const caller = await house.asRole(role)
      expect((await caller.call(contract.getCompany)).status).toBe(200)
      for (const answer of [
        await caller.call(contract.updateCompany, { body: { name: 'Mine' } }),
        await caller.call(contract.uploadCompanyPicture, { params: { picture: 'logo' }, image: Buffer.from('x') }),
        await caller.call(contract.deleteCompanyPicture, { params: { picture: 'logo' } }),
        await caller.call(codes.renewRegistrationCode),
        await caller.call(codes.switchRegistrationCode, { body: { isEnabled: true } }),
      ])
        expect(answer.message).toBe('auth.permission-denied')
    },
  )

  it('the quality level counts for the next portrait', async () => {
    const dark = await sharp(photograph(faces.franck)).modulate({ brightness: 0.3 }).jpeg().toBuffer()
    const portrait = () => admin.call(uploadPortrait, { image: dark })
    await admin.ask(contract.updateCompany, { body: { qualityLevel: 'high' } })
    expect((await portrait()).message).toBe('portrait.check-failed')
    await admin.ask(contract.updateCompany, { body: { qualityLevel: 'low' } })
    expect((await portrait()).status).toBe(200)
  })
})

/** A logo of these shapes on a clear ground. */
const logoOf = (shapes: string) =>
  sharp(Buffer.from(`<svg xmlns="http://www.w3.org/2000/svg" width="300" height="60">${shapes}</svg>`))
    .png()
    .toBuffer()
const letters = '<rect x="20" y="15" width="200" height="30"'

describe('[BU-01] logo and background', () => {
  const branding = (picture: 'logo' | 'background', id: string) =>
    house.gatehouse.fastify.inject({ url: `/api/v2/branding/${picture}/${id}` })

  it.each([
    ['white letters', `${letters} fill="white"/>`, true],
    ['light letters with a red sign', `${letters} fill="#e8e8e8"/><circle cx="260" cy="30" r="20" fill="#d33"/>`, true],
    ['black letters', `${letters} fill="black"/>`, false],
    ['white letters in a wide black frame', `${letters} fill="white" stroke="black" stroke-width="24"/>`, false],
    [
      'white letters on a ground of its own',
      `<rect width="300" height="60" fill="#035"/>${letters} fill="white"/>`,
      false,
    ],
  ])('a logo of %s has a dark plate behind it: only where it would be lost on white', async (_, shapes, hasPlate) => {
    const { data } = await upload('logo', await logoOf(shapes))
    const { rawPayload } = await branding('logo', data.logo?.id ?? '')
    const { width } = await sharp(rawPayload).metadata()
    const corner = await sharp(rawPayload)
      .ensureAlpha()
      .extract({ left: 0, top: 0, width: 1, height: 1 })
      .raw()
      .toBuffer()
    expect([width > 300, corner.toString('hex') === '16181dff']).toEqual([hasPlate, hasPlate])
  })

  it('pictures are drawn again: limited in size, without anything else that was in the file, a logo still transparent', async () => {
    const sent = await draw(3000, 500)
      .withExif({ IFD0: { Copyright: 'a secret place' } })
      .png()
      .toBuffer()
    const { data } = await upload('logo', Buffer.concat([sent, Buffer.from('<script>alert(1)</script>')]))
    expect(data.logo).toMatchObject({ width: 1240, height: 207 })
    const answer = await branding('logo', data.logo?.id ?? '')
    expect(answer.headers).toMatchObject({ 'content-type': 'image/png', 'x-content-type-options': 'nosniff' })
    expect(answer.rawPayload.includes('script') || answer.rawPayload.includes('secret')).toBe(false)
    expect(await sharp(answer.rawPayload).metadata()).toMatchObject({ format: 'png', hasAlpha: true, width: 1240 })
    const background = (await upload('background', await draw(1000, 700).png().toBuffer())).data.background
    expect((await branding('background', background?.id ?? '')).headers['content-type']).toBe('image/jpeg')
    const inside = await house.gatehouse.fastify.inject({
      url: imageAddress('company', data.logo?.id ?? ''),
      headers: { 'auth-token': admin.token },
    })
    expect([inside.statusCode, inside.headers['content-type']]).toEqual([200, 'image/png'])
  })

  it.each([
    ['an SVG with script', Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"><script>alert(1)</script></svg>')],
    ['a GIF', Buffer.from('GIF89a\u0001\u0000\u0001\u0000')],
    ['half a PNG', Buffer.from('89504e470d0a1a0a0000000d49484452', 'hex')],
    ['nothing', Buffer.alloc(0)],
  ])('the upload of %s is refused as a picture', async (_, image) => {
    const before = await admin.ask(contract.getCompany)
    expect((await upload('logo', image)).message).toBe('image.unreadable')
    const svg = { 'content-type': 'image/svg+xml' }
    if (image.includes('svg')) expect((await upload('logo', image, svg)).message).toBe('request.unsupported-type')
    expect(await admin.ask(contract.getCompany)).toEqual(before)
  })

  it('100 megapixels in a small file are refused before they are decoded', async () => {
    const bomb = blackPng(10_000)
    expect(bomb.length).toBeLessThan(4 * 1024 * 1024)
    expect((await upload('background', bomb)).message).toBe('image.too-large')
  })

  it('pictures are shown before anybody signs in; another picture of the house is not, nor one that was replaced', async () => {
    await admin.ask(contract.updateCompany, { body: { name: 'North', welcome: 'Good morning' } })
    const { logo } = (await upload('logo', await draw(300, 60).png().toBuffer())).data
    const shown = await house.nobody.ask(contract.getBranding)
    expect(shown).toMatchObject({ name: 'North', welcome: 'Good morning', logo: { id: logo?.id, width: 300 } })
    const portrait = await admin.ask(uploadPortrait, { body: { file: photograph(faces.franck) } })
    expect((await branding('logo', portrait.id)).statusCode).toBe(404)
    const { blob_hash } = await house.db
      .selectFrom('image')
      .select('blob_hash')
      .where('id', '=', logo?.id ?? '')
      .executeTakeFirstOrThrow()
    await upload('logo', await draw(301, 60).png().toBuffer())
    expect((await branding('logo', logo?.id ?? '')).statusCode).toBe(404)
    house.clock.advance({ minutes: 6 })
    await clearGarbage(house.gatehouse.services)
    expect(await house.gatehouse.services.blobs.get(blob_hash)).toBeUndefined()
  })

  it('pictures reach a real terminal, and leave it again, by a hint', async () => {
    const serverUrl = await listenForTerminals(house)
    const terminal = await startPairedTerminal(admin.ask, serverUrl, { name: 'North door' })
    const bytesOf = async () => {
      const { logo, background } = await house.nobody.ask(contract.getBranding)
      const shown = [
        logo && (await branding('logo', logo.id)),
        background && (await branding('background', background.id)),
      ]
      return shown.flatMap((answer) => (answer ? [sha256(answer.rawPayload)] : []))
    }
    const known = () => terminal.state.companyPictures.map(({ bytes }) => sha256(bytes))
    await until(() => terminal.state.companyPictures.length === 2)
    expect(known()).toEqual(await bytesOf())
    await upload('logo', await draw(310, 61).png().toBuffer())
    await admin.ask(contract.updateCompany, { body: { name: 'South', welcome: 'Good evening' } })
    const wanted = await bytesOf()
    await until(() => known().join() === wanted.join())
    await until(() => terminal.state.configuration?.company?.name === 'South')
    expect(terminal.state.configuration?.company?.welcome).toBe('Good evening')
    for (const picture of ['logo', 'background'] as const)
      await admin.ask(contract.deleteCompanyPicture, { params: { picture } })
    await until(() => terminal.state.companyPictures.length === 0)
    await terminal.stop()
  })
})

describe('[BU-01] the personnel-entry QR code', () => {
  it('the QR code is created, renewed and switched off here as among the registrations, and read by the same accounts', async () => {
    const first = await admin.ask(codes.renewRegistrationCode)
    const second = await admin.ask(codes.renewRegistrationCode)
    expect(second.address).not.toBe(first.address)
    expect(await admin.ask(codes.switchRegistrationCode, { body: { isEnabled: false } })).toMatchObject({
      isEnabled: false,
    })
    const reader = await house.asRole('subAdmin')
    expect(await reader.ask(codes.getRegistrationCode)).toMatchObject({ address: second.address, isEnabled: false })
    const visitorAdmin = await house.asRole('visitorAdmin')
    expect((await visitorAdmin.call(codes.getRegistrationCode)).message).toBe('auth.permission-denied')
  })
})

/** A whole PNG of so many black points each way, made without drawing them. */
function blackPng(side: number): Buffer {
  const chunk = (type: string, data: Buffer) => {
    const body = Buffer.concat([Buffer.from(type), data])
    const frame = Buffer.alloc(4)
    frame.writeUInt32BE(data.length)
    const sum = Buffer.alloc(4)
    sum.writeUInt32BE(crc32(body))
    return Buffer.concat([frame, body, sum])
  }
  const header = Buffer.alloc(13)
  header.writeUInt32BE(side, 0)
  header.writeUInt32BE(side, 4)
  header[8] = 1
  const lines = deflateSync(Buffer.alloc((1 + Math.ceil(side / 8)) * side))
  const start = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a])
  return Buffer.concat([start, chunk('IHDR', header), chunk('IDAT', lines), chunk('IEND', Buffer.alloc(0))])
}

const sha256 = (bytes: Uint8Array) => createHash('sha256').update(bytes).digest('hex')
