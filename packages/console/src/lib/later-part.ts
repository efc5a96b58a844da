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
  /** Fetches the file before somebody asks for it. A failure is left to whoever draws the part, and asks again. */
  ahead: () => void
}

type Found<Props> = { part: ComponentType<Props> } | { error: unknown }

/**
 * A part of a page that has a file of its own. React's `lazy` would have it wait 300 ms, loaded or not: what stands behind a Suspense is
 * never shown sooner after the moment in which there was nothing. This part is there with the press that asks for it, once its file has
 * come; until then `meanwhile` has its place. Where the file does not come, the page around it shows the error.
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
