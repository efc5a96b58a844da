import type { ServerResponse } from 'node:http'

/** As much may wait in memory for a reader. */
const maxWaitingBytes = 65_536

/**
 * Writes to an open stream. A reader that does not keep up loses the connection: its page reloads everything once it is back, while one for
 * which hints were only left out would go on showing what is old.
 */
export const streamWriter =
  (stream: ServerResponse) =>
  (text: string): void => {
    // One that has been ended stays open until its reader has all of it.
    if (stream.writableEnded || stream.destroyed) return
    if (stream.writableLength < maxWaitingBytes) stream.write(text)
    else stream.destroy()
  }
