import type { LiveTopic } from '@gatehouse/contract/live-topics.ts'
import type { QueryClient } from '@tanstack/react-query'
import { onTestFinished } from 'vitest'
import { followLive } from '../src/api/live.ts'

/** Stands where the server's stream of hints is, which this environment has no part for. Gives what sends a hint. */
export function hintingServer(client: QueryClient): (topic: LiveTopic) => void {
  const line = new EventTarget()
  class Line {
    static readonly CLOSED = 2
    readyState = 1
    addEventListener = line.addEventListener.bind(line)
    close() {
      this.readyState = Line.CLOSED
    }
  }
  const before = globalThis.EventSource
  Object.assign(globalThis, { EventSource: Line })
  const end = followLive(client)
  onTestFinished(() => {
    end()
    Object.assign(globalThis, { EventSource: before })
  })
  return (topic) => line.dispatchEvent(new MessageEvent('hint', { data: JSON.stringify({ topic }) }))
}
