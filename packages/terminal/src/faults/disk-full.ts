import type { Behaviour } from '../core/behaviour.ts'

/** The disk has room for this many bytes of a package, while `isFull` says so. */
export const diskFull = (room: number, isFull: () => boolean = () => true): Behaviour => ({
  name: 'disk-full',
  installer(next) {
    let kept = 0
    return {
      ...next,
      keep(bytes) {
        kept += bytes.length
        if (isFull() && kept > room) {
          kept = 0
          throw new Error('no space left on the device')
        }
        next.keep(bytes)
      },
    }
  },
})
