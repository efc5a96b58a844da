import { once } from 'node:events'
import { connect, createServer, type Socket } from 'node:net'
import { join } from 'node:path'

/**
 * A connection to the database that can be cut, and that can fall silent: then no bytes move, no answer and no end
 * either.
 */
export async function createDatabaseProxy(databaseUrl: string) {
  const target = new URL(databaseUrl)
  const sockets = new Set<Socket>()
  let state: 'open' | 'cut' | 'silent' = 'open'
  const proxy = createServer((near) => {
    sockets.add(near.on('error', () => {}))
    if (state === 'cut') near.destroy()
    if (state !== 'open') return
    const folder = target.searchParams.get('host')
    const port = Number(target.port || 5432)
    const far = folder ? connect(join(folder, `.s.PGSQL.${port}`)) : connect(port, target.hostname)
    sockets.add(far.on('error', () => near.destroy()))
    near.pipe(far).pipe(near)
  }).listen(0, '127.0.0.1')
  await once(proxy, 'listening')
  const address = proxy.address()
  const url = new URL(databaseUrl)
  url.searchParams.delete('host')
  url.host = `127.0.0.1:${typeof address === 'object' ? address?.port : ''}`
  return {
    url: url.href,
    become(next: typeof state) {
      state = next
      for (const socket of sockets) if (next === 'cut') socket.destroy()
      for (const socket of sockets) if (next === 'silent') socket.unpipe().pause()
    },
    close: async () => {
      for (const socket of sockets) socket.destroy()
      proxy.close()
      await once(proxy, 'close')
    },
  }
}
