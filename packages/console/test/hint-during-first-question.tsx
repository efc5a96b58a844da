import type { LiveTopic } from '@gatehouse/contract/live-topics.ts'
import { useQueryClient } from '@tanstack/react-query'
import { useEffect } from 'react'
import { expect } from 'vitest'
import { answerCalls } from './answer-calls.ts'
import { hintingServer } from './hinting-server.ts'
import { renderRoutes } from './render-routes.tsx'

type Asked = { useIt: () => unknown; path: string; topic: LiveTopic; answer: unknown }

/**
 * Hints at this topic while the first question of a hook, `GET` of this path, is under way: its answer may have been read before what happened. A hook that
 * does not lose the hint asks once more.
 */
export async function expectAnotherQuestion({ useIt, path, topic, answer }: Asked) {
  const first = Promise.withResolvers<unknown>()
  const seen = answerCalls({ [`GET ${path}`]: () => (seen.length === 1 ? first.promise : answer) })
  const drawn = Promise.withResolvers<ReturnType<typeof useQueryClient>>()
  function Part() {
    const client = useQueryClient()
    useIt()
    useEffect(() => drawn.resolve(client), [client])
    return null
  }
  renderRoutes([{ path: '/', Component: Part }], '/')
  const hint = hintingServer(await drawn.promise)
  await expect.poll(() => seen.length).toBe(1)
  hint(topic)
  first.resolve(answer)
  await expect.poll(() => seen.length).toBe(2)
}
