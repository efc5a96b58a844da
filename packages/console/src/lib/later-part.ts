import {
  type ComponentType,
  createElement,
  type FunctionComponent,
  type ReactNode,
  useLayoutEffect,
  useState,
} from 'react'
import { loadChunk } from './load-chunk.ts'

/** A component whose file comes when it is first drawn, or ahead of that. */
export type LaterPart<Props> = FunctionComponent<Props> & {
  /** The file is fetched before somebody asks for it. If that fails, the part asks again when it is drawn. */
  ahead: () => void
}

type Found<Props> = { part: ComponentType<Props> } | { error: unknown }

/**
 * A part of a page has a file of its own and is drawn as soon as it is there: with the press that asks for it, where the file came ahead.
 * React's `lazy` would wait 300 ms, loaded or not: it shows nothing behind a Suspense sooner after the moment in which there was nothing.
 * Until the file comes `meanwhile` has the part's place; where it does not come, the page around shows the error.
 */
export function laterPart<Props extends object>(
  load: () => Promise<ComponentType<Props>>,
  meanwhile: ReactNode | ((props: Props) => ReactNode) = null,
): LaterPart<Props> {
  let loaded: ComponentType<Props> | undefined
  const fetchPart = async () => {
    loaded ??= await loadChunk(load)
    return loaded
  }
  function Later(props: Props): ReactNode {
    const [found, setFound] = useState<Found<Props> | undefined>(loaded && { part: loaded })
    useLayoutEffect(() => {
      if (found) return
      let isShown = true
      const show = (next: Found<Props>) => {
        if (isShown) setFound(next)
      }
      fetchPart().then(
        (part) => show({ part }),
        (error: unknown) => show({ error }),
      )
      return () => {
        isShown = false
      }
    }, [found])
    if (!found) return typeof meanwhile === 'function' ? meanwhile(props) : meanwhile
    if ('error' in found) throw found.error
    return createElement(found.part, props)
  }
  const leaveToPart = () => undefined
  return Object.assign(Later, { ahead: () => void fetchPart().catch(leaveToPart) })
}

/** Runs something once the page has nothing else to do, or after `atLatestMs`. The answer takes it back. */
export function whenIdle(run: () => void, atLatestMs: number): () => void {
  // Safari has no idle time to tell of
  if (globalThis.requestIdleCallback === undefined) {
    const timer = setTimeout(run)
    return () => clearTimeout(timer)
  }
  const handle = requestIdleCallback(run, { timeout: atLatestMs })
  return () => cancelIdleCallback(handle)
}
