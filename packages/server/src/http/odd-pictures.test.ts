import {
  type ApplicationCaller,
  buildApplication,
  buildKey,
  createApplicationCaller,
} from '../../test/application-caller.ts'
import { uploadLinks } from '../../test/upload-links.ts'
import { publicApiRoutes } from '@gatehouse/contract/public-api.ts'
import { apiRoutes } from '@gatehouse/contract/routes.ts'
import type { Route } from '@gatehouse/contract/route.ts'
import { oddPictures } from '@gatehouse/face/test/odd-pictures.ts'
import { faces, photograph } from '@gatehouse/testkit/photographs.ts'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { z } from 'zod'
import { exampleOf } from '../../test/example-of.ts'
import { type Caller, startTestGatehouse, type TestGatehouse } from '../../test/gatehouse.ts'

let house: TestGatehouse
let admin: Caller
/** The uploads of people without an account. */
let links: Map<Route, string>
let odd: Awaited<ReturnType<typeof oddPictures>>
let program: ApplicationCaller
beforeAll(async () => {
  house = await startTestGatehouse()
  admin = await house.asRole('superAdmin')
  links = await uploadLinks(house, admin)
  const key = await buildKey(admin, await buildApplication(house, admin), 'people.write', 'visitors.write')
  program = createApplicationCaller(house, key)
  odd = await oddPictures(photograph(faces.audrey))
})
afterAll(() => house.close())

const answerOf = z.object({ code: z.string(), message: z.string(), desc: z.string() })

/** The answer to a picture, whose name and type say nothing true of it. */
async function send(route: Route, bytes: Buffer) {
  const token = links.get(route)?.split('/').at(-1)
  const params = Object.entries(token ? { token } : (exampleOf(route.params) as Record<string, unknown>))
  const url = params.reduce((path, [name, value]) => path.replace(`:${name}`, String(value)), route.prefix + route.path)
  const head = 'content-disposition: form-data; name="file"; filename="me.exe"\r\ncontent-type: image/svg+xml'
  const answer = await house.gatehouse.fastify.inject({
    method: route.method as 'POST',
    url,
    headers: { 'auth-token': admin.token, language: 'EN', 'content-type': 'multipart/form-data; boundary=x' },
    query: z.record(z.string(), z.coerce.string()).parse(exampleOf(route.query, false)),
    payload: Buffer.concat([Buffer.from(`--x\r\n${head}\r\n\r\n`), bytes, Buffer.from('\r\n--x--\r\n')]),
  })
  return answerOf.parse(answer.json())
}

/** The same for a program of others. */
const sendSigned = async (route: Route, image: Buffer) => answerOf.parse(await program.call(route, { image }))

const doors = [
  ...[...apiRoutes.values()].map((route) => ({ route, send, title: `${route.method} ${route.path}` })),
  ...[...publicApiRoutes.values()].map(({ route, path }) => ({
    route,
    send: sendSigned,
    title: `${route.method} /openapi${path}`,
  })),
].filter(({ route }) => route.bodyKind === 'image')

it.each(doors)(
  '[MAN-08] pictures as strangers send them are read or refused with what to do by $title, and the next one is read as ever',
  async ({ route, send }) => {
    // A logo is no photograph: a smaller picture, of fewer kinds.
    const isPhoto = (route.errors as readonly string[]).includes('portrait.unreadable')
    const accepted = isPhoto ? ['read', 'photo', 'large'] : ['read']
    const refusals = isPhoto ? ['portrait.unreadable', 'portrait.too-large'] : ['image.unreadable', 'image.too-large']
    const kinds = isPhoto ? /jpg, png, webp, avif or heic|64 megapixels/ : /Use a jpg or png\.$|40 megapixels/
    for (const { name, fate, bytes } of odd) {
      const { code, message, desc } = await send(route, bytes)
      const isRead = code === '200' || ['portrait.check-failed', 'record.no-face'].includes(message)
      expect([name, isRead ? 'is read' : message]).toEqual([
        name,
        accepted.includes(fate) ? 'is read' : expect.toBeOneOf(refusals),
      ])
      if (!isRead) expect(desc, name).toMatch(kinds)
    }
    expect((await send(route, photograph(faces.audrey))).code).toBe('200')
  },
)
