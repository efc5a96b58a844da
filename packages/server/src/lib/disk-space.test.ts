import { tmpdir } from 'node:os'
import { expect, it } from 'vitest'
import { isSameDisk } from './disk-space.ts'

it.runIf(process.platform === 'linux')(
  'a database elsewhere, or on another disk, does not lie on the disk of the data folder',
  async () => {
    expect(await isSameDisk(tmpdir(), tmpdir())).toBe(true)
    expect(await isSameDisk(tmpdir(), '/proc')).toBe(false)
    expect(await isSameDisk(tmpdir(), undefined)).toBe(false)
  },
)
