import { createServer } from 'node:http'

/** Answers every call as a poll without a command is answered, and does nothing else: the limit of the benchmark of terminals of ZKTeco. */
const server = createServer((request, response) => {
  const isGreeting = request.url?.includes('options=all') ?? false
  request.resume()
  request.once('end', () => {
    const body = isGreeting ? 'GET OPTION FROM: BARE\nTimeZone=0\n' : 'OK'
    response.writeHead(200, { 'content-type': 'text/plain', 'content-length': body.length }).end(body)
  })
})
server.listen(0, '127.0.0.1', () => {
  const address = server.address()
  process.stdout.write(`ready: http://127.0.0.1:${typeof address === 'object' ? address?.port : ''}\n`)
})
process.once('SIGTERM', () => process.exit(0))
