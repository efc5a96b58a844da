/** The page itself calls a relay, without the server. Resolves once it has answered, whatever it says. */
export function callRelay(address: string, seconds: number): Promise<void> {
  const { promise, resolve, reject } = Promise.withResolvers<void>()
  const worker = new Worker(new URL('./relay-worker.ts', import.meta.url), { type: 'module' })
  worker.addEventListener('message', ({ data }: MessageEvent<string | null>) =>
    data === null ? resolve() : reject(new Error(data)),
  )
  worker.addEventListener('error', ({ message }) => reject(new Error(message || 'the relay cannot be called')))
  worker.postMessage([address, seconds])
  return promise.finally(() => worker.terminate())
}
