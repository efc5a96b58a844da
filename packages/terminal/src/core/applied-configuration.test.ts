import { ownSettingsSchema } from '@gatehouse/contract/device/own-settings.ts'
import { expect, it } from 'vitest'
import { buildConfiguration } from '../../test/scripted-server.ts'
import { createMemoryState } from '../state/memory-state.ts'
import { createAppliedConfiguration } from './applied-configuration.ts'

const build = (unsupported: Record<string, string> = {}) => {
  const state = createMemoryState()
  return { state, configuration: createAppliedConfiguration({ state, schema: ownSettingsSchema, unsupported }) }
}

it('A configuration is new once, and its tag is known until the next start', () => {
  const { state, configuration } = build()
  const pulled = { ...buildConfiguration({ name: 'Gate' }), tag: 'a' }
  expect(configuration.apply(pulled)).toBe(true)
  expect(configuration.apply({ ...pulled, tag: 'b' }), 'the same under another tag').toBe(false)
  expect(state.configuration?.settings.name).toBe('Gate')
  expect(configuration.tag).toBe('b')
  configuration.dropTag()
  expect(configuration.tag).toBeNull()
})

it('A setting that cannot be followed stays unchanged, and is refused until the server wants the value in force', () => {
  const { state, configuration } = build({ fillLight: 'no light here' })
  configuration.apply(buildConfiguration({ fillLight: 'on', doorOpenSeconds: 9 }))
  expect(state.configuration?.settings).toMatchObject({ fillLight: 'auto', doorOpenSeconds: 9 })
  expect(configuration.refused).toEqual([{ key: 'fillLight', reason: 'no light here' }])

  configuration.dropTag()
  expect(configuration.refused, 'a start changes nothing about it').toHaveLength(1)
  configuration.apply(buildConfiguration({ fillLight: 'auto', doorOpenSeconds: 9 }))
  expect(configuration.refused).toEqual([])
})
