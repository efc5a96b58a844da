/** Waits for a condition, with a deadline. */
export async function until(condition: () => boolean, what = 'the condition', deadlineMs = 200_000): Promise<void> {
  const endMs = performance.now() + deadlineMs
  while (!condition()) {
    if (performance.now() > endMs) throw new Error(`${what} did not come true within ${deadlineMs} ms`)
    await new Promise((resolve) => setTimeout(resolve, 5))
  }
}
