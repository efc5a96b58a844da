import type { LiveTopic } from '@gatehouse/contract/live-topics.ts'
import { useEffect } from 'react'
import { repeatWhileAsked } from '../lib/repeat-while-asked.ts'
import { onLiveHint } from './live.ts'

/** The time for which hints are gathered after an answer: however fast things happen, the server is asked once a second. */
const quietMs = 1_000

/** Asks the server when it hints at one of these topics. Both functions must stay the same from one drawing to the next. */
export function useAskOnHints(ask: () => Promise<unknown>, isMine: (topic: LiveTopic) => boolean): void {
  useEffect(() => {
    const calmly = repeatWhileAsked(ask, quietMs)
    const leave = onLiveHint((topic) => {
      if (isMine(topic)) calmly.ask()
    })
    return () => {
      leave()
      calmly.stop()
    }
  }, [ask, isMine])
}
