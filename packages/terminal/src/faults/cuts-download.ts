import type { Behaviour } from '../core/behaviour.ts'

/** The line breaks after this share (0.73) of the remaining download has arrived, this many times. */
export const cutsDownload = (share: number, totalBytes: number, times = 1): Behaviour => ({
  name: 'cuts-download',
  wire(next) {
    let left = times
    return (request) => {
      const { onData } = request
      if (!onData || left === 0) return next(request)
      let come = 0
      return next({
        ...request,
        onData(bytes, status) {
          come += bytes.length
          if (left > 0 && come >= share * totalBytes) {
            left--
            throw new Error('the line broke')
          }
          onData(bytes, status)
        },
      })
    }
  },
})
