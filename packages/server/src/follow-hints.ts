import type { ServerParts } from './feature.ts'
import { features } from './features.ts'

/**
 * Forwards hints between servers to the features that keep data in memory, and makes them reload it: only now that
 * changes of other processes are received, since a change during the first reading would be missed.
 */
export async function followHints(parts: ServerParts): Promise<void> {
  const { hints, services } = parts
  const reload = () => Promise.all(features.flatMap((feature) => feature.reload?.(parts) ?? []))
  hints.on((hint) => {
    if (hint.to !== 'servers') return
    for (const feature of features)
      feature
        .onHint?.(hint, parts)
        ?.catch((error: unknown) => services.log.error({ err: error, hint }, 'a hint could not be followed'))
  })
  hints.onMissed(() => {
    reload().catch((error: unknown) => services.log.error({ err: error }, 'could not catch up'))
  })
  await reload()
}
