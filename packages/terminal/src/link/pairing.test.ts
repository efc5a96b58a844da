import { expect, it } from 'vitest'
import { LinkError } from './link-error.ts'
import { createMemoryState } from '../state/memory-state.ts'
import { createSite } from '../../test/site.ts'

const site = createSite()

it('Pairing is refused with the server’s reason if the code is wrong', async () => {
  const refused = site.build({ pairingCode: 'WRONG1' }).start()
  await expect(refused).rejects.toMatchObject({ kind: 'refused', code: 'device.code-wrong' })
})

it('Pairing fails if no server answers', async () => {
  await site.server.stop()
  await expect(site.build().start()).rejects.toThrow(LinkError)
})

it('A terminal pairs again only if the server no longer knows it', async () => {
  const state = createMemoryState()
  await (await site.start({ state })).stop()
  await (await site.start({ state })).stop()
  expect(site.server.calls.filter((path) => path === '/v1/pair')).toHaveLength(1)

  state.identity = state.identity && { ...state.identity, secret: 'ended' }
  await site.start({ state })
  expect(site.server.calls.filter((path) => path === '/v1/pair')).toHaveLength(2)
  expect(state.identity?.secret).toBe('secret')
})
