import { useCallback, useEffect, useRef } from 'react'
import { useSearchParams } from 'react-router'

export type LiveState = {
  site: string | undefined
  plan: string | undefined
  door: string | undefined
  view: 'plan' | 'tiles'
}

/** The site, floor, door and view of the page, which its address keeps; the function that changes them is the same all the time. */
export function useLiveState(): [LiveState, (change: Partial<LiveState>) => void] {
  const [params, setParams] = useSearchParams()
  const latest = useRef({ params, setParams })
  useEffect(() => {
    latest.current = { params, setParams }
  }, [params, setParams])
  const change = useCallback((next: Partial<LiveState>) => {
    const { view, ...rest } = { ...stateOf(latest.current.params), ...next }
    const given = Object.entries({ ...rest, view: view === 'tiles' ? view : undefined }).flatMap(([name, value]) =>
      value === undefined ? [] : [[name, value] as [string, string]],
    )
    latest.current.setParams(given, { replace: true, preventScrollReset: true })
  }, [])
  return [stateOf(params), change]
}

const stateOf = (params: URLSearchParams): LiveState => ({
  site: params.get('site') ?? undefined,
  plan: params.get('plan') ?? undefined,
  door: params.get('door') ?? undefined,
  view: params.get('view') === 'tiles' ? 'tiles' : 'plan',
})
