import { expect, it } from 'vitest'
import { namedFaceRecogniser } from '@gatehouse/testkit/named-faces.ts'
import { createMemoryState } from '../state/memory-state.ts'
import type { Behaviour } from './behaviour.ts'
import { createCore } from './create-core.ts'
import { createRunningBehaviours } from './running-behaviours.ts'

const coreOf = (behaviours: readonly Behaviour[]) =>
  createCore({ state: createMemoryState(), recogniser: namedFaceRecogniser, behaviours }).core

it('A message reaches every behaviour that hears it, in their order, and none once they have ended', async () => {
  const heard: string[] = []
  const hearing = (name: string): Behaviour => ({ name, start: () => ({ on: { poll: () => heard.push(name) } }) })
  const unrelated: Behaviour = {
    name: 'unrelated',
    start: () => ({ on: { 'person-seen': () => heard.push('unrelated') } }),
  }
  const behaviours = [hearing('first'), unrelated, hearing('second')]
  const running = createRunningBehaviours(behaviours, () => {})
  running.start(coreOf(behaviours))
  running.notify('poll')
  expect(heard).toEqual(['first', 'second'])
  await running.stop()
  running.notify('poll')
  expect(heard).toHaveLength(2)
})

it('A message that a behaviour sends while it starts reaches the behaviours that were started before it', () => {
  const heard: string[] = []
  const early: Behaviour = { name: 'early', start: () => ({ on: { 'data-changed': () => heard.push('early') } }) }
  const telling: Behaviour = { name: 'telling', start: () => running.notify('data-changed') }
  const late: Behaviour = { name: 'late', start: () => ({ on: { 'data-changed': () => heard.push('late') } }) }
  const running = createRunningBehaviours([early, telling, late], () => {})
  running.start(coreOf([]))
  expect(heard).toEqual(['early'])
})

it('A behaviour that does not end its goodbye is dropped after a second, with all others', async () => {
  const ended: string[] = []
  const stuck: Behaviour = {
    name: 'stuck',
    start: () => ({ stop: () => new Promise<void>(() => {}), die: () => ended.push('stuck') }),
  }
  const polite: Behaviour = { name: 'polite', start: () => ({ stop: () => void ended.push('goodbye') }) }
  const running = createRunningBehaviours([stuck, polite], () => {})
  running.start(coreOf([]))
  await running.stop()
  expect(ended).toEqual(['goodbye', 'stuck'])
})

it('A person is shown to the first behaviour that takes them, and to none if nothing runs', async () => {
  const takers: string[] = []
  const taking = (name: string): Behaviour => ({
    name,
    start: () => ({
      async see() {
        takers.push(name)
        return null
      },
    }),
  })
  const running = createRunningBehaviours([{ name: 'blind', start: () => ({}) }, taking('a'), taking('b')], () => {})
  const show = () => running.show(({ see }) => see?.(new Uint8Array()))
  await expect(show()).rejects.toThrow('not running')
  running.start(coreOf([]))
  await expect(show()).resolves.toBeNull()
  expect([takers, running.areDeciding]).toEqual([['a'], false])
})
