import { serve } from './live-port.ts'
import { liveStream } from './live-stream.ts'

/*
 * The worker that all tabs of a session share. Without HTTPS a browser has six connections to a server, and a stream for each tab would
 * leave none to the seventh.
 */

const { join } = liveStream()

addEventListener('connect', (event) => {
  if (event instanceof MessageEvent) for (const port of event.ports) serve(port, join)
})
