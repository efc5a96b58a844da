import { once } from 'node:events'
import { createServer } from 'node:http'
import type { Context } from '../benchmark.ts'

const html = `<!doctype html>
<html lang="en">
  <head><meta charset="utf-8" /><title>Static</title><link rel="icon" href="data:," />
    <style>body { font: 16px sans-serif; background: #f5f7fa } form { width: 360px; margin: 20vh auto; padding: 32px; background: #fff }
      input, button { display: block; width: 100%; height: 40px; margin: 16px 0 }</style></head>
  <body><form><h1>Static</h1><input name="account" /><input name="password" type="password" /><button type="submit">Log in</button></form></body>
</html>`

/** The raw limit of a page: one document with a form, no script, from a bare server. Gives its address. */
export async function serveStaticPage({ cleanup }: Context): Promise<string> {
  const server = createServer((_, response) => response.setHeader('content-type', 'text/html').end(html))
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  cleanup.defer(() => void server.close())
  const address = server.address()
  return `http://127.0.0.1:${typeof address === 'object' && address ? address.port : 0}/`
}
