import { describe, expect, it } from 'vitest'
import { qrPath, qrSvg } from './qr-path.ts'

describe('a QR code', () => {
  it('a QR code has four modules of white around it and begins with its corner square', () => {
    const { side, path } = qrPath('https://gate.example.com/m/register/abc')
    expect(path.startsWith('M4 4h7v1h-7z')).toBe(true)
    expect((side - 8 - 17) % 4).toBe(0)
    expect([...path.matchAll(/M(\d+) (\d+)/g)].every(([, x, y]) => Number(x) >= 4 && Number(y) < side - 4)).toBe(true)
  })

  it('a QR code in a file is a drawing that does not contain its text', () => {
    expect(qrSvg('<script>alert(1)</script>')).not.toContain('script')
  })
})
