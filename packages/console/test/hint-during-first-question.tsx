import type { LiveTopic } from '@gatehouse/contract/live-topics.ts'
import { type QueryClient, useQueryClient } from '@tanstack/react-query'
import { useEffect } from 'react'
import { expect } from 'vitest'
import { answerCalls } from './answer-calls.ts'
import { hintingServer } from './hinting-server.ts'
import { renderRoutes } from './render-routes.tsx'

type Asked = { useIt: () => unknown; path: string; topic: LiveTopic; answer: unknown }

/**
 * Hints at this topic while the first question of a hook, `GET` of this path, is under way: its answer may have been read before what happened. Gives what
 * counts the questions: a hook that does not lose the hint asks once more.
 */
export async function hintDuringFirstQuestion({ useIt, path, topic, answer }: Asked) {
  let giveFirst = () => {}
  const first = new Promise((resolve) => {
    giveFirst = () => resolve(answer)
  })
  const seen = answerCalls({ [`GET ${path}`]: () => (seen.length === 1 ? first : answer) })
  const client = await new Promise<QueryClient>((resolve) => {
    function Part() {
      const client = useQueryClient()
      useIt()
      useEffect(() => resolve(client), [client])
      return null
    }
    renderRoutes([{ path: '/', Component: Part }], '/')
  })
  const hint = hintingServer(client)
  await expect.poll(() => seen.length).toBe(1)
  hint(topic)
  giveFirst()
  return () => seen.length
}
