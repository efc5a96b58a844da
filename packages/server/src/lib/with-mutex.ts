const last = new Map<string, Promise<unknown>>()

/**
 * Runs the actions of one key one after another, in this process. Attempts at a secret are counted when they have
 * failed: many at once would all be admitted before the first of them counts.
 */
export async function withMutex<T>(key: string, action: () => Promise<T>): Promise<T> {
  const mine = (last.get(key) ?? Promise.resolve()).then(action, action)
  last.set(key, mine)
  try {
    return await mine
  } finally {
    if (last.get(key) === mine) last.delete(key)
  }
}
