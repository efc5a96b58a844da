import { type DisplayedInside, readInsideDisplay } from '@gatehouse/contract/features/inside/displays.ts'
import { useEffect, useState } from 'react'
import { CallError } from '../../../api/call-error.ts'
import { call } from '../../../api/call.ts'

const askAgainMs = 5_000
const retryMs = { first: 2_000, most: 30_000 }

type Followed = { figures: DisplayedInside | null; isLate: boolean; isOver: boolean }

/**
 * Asks for the figures every few seconds, one question after the other, and keeps the last while the server does not answer: as much
 * memory after a month as after a minute. It ends when the link does.
 */
export function useFollowedFigures(token: string): Followed {
  const [followed, setFollowed] = useState<Followed>({ figures: null, isLate: false, isOver: false })
  useEffect(() => {
    let timer: ReturnType<typeof setTimeout> | undefined
    let delayMs = retryMs.first
    let isStopped = false
    const ask = async () => {
      try {
        const figures = await call(readInsideDisplay, { body: { token } })
        if (isStopped) return
        setFollowed({ figures, isLate: false, isOver: false })
        delayMs = retryMs.first
        timer = setTimeout(() => void ask(), askAgainMs)
      } catch (error) {
        if (isStopped) return
        const isOver = error instanceof CallError && (error.status === 404 || error.status === 400)
        setFollowed(({ figures }) => ({ figures: isOver ? null : figures, isLate: true, isOver }))
        if (isOver) return
        timer = setTimeout(() => void ask(), delayMs)
        delayMs = Math.min(delayMs * 2, retryMs.most)
      }
    }
    void ask()
    return () => {
      isStopped = true
      clearTimeout(timer)
    }
  }, [token])
  return followed
}
