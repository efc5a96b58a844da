import type { Behaviour } from '../core/behaviour.ts'

/** One bit of a package arrives changed, this many times. */
export const spoilsPackage = (times = 1): Behaviour => ({
  name: 'spoils-package',
  wire(next) {
    let left = times
    return (request) => {
      const { onData } = request
      if (!onData || left === 0) return next(request)
      left--
      let isFirst = true
      return next({
        ...request,
        onData(bytes, status) {
          const spoilt = isFirst ? bytes.with(0, (bytes[0] ?? 0) ^ 1) : bytes
          isFirst = false
          onData(spoilt, status)
        },
      })
    }
  },
})
