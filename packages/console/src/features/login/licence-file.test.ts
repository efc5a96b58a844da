import { expect, it } from 'vitest'
import { isLicenceFileName, readLicenceFile } from './licence-file.ts'

it('[LOGIN-08] a licence file ends with .lic in any case', () => {
  expect(['a.lic', 'A.LIC', 'x.y.Lic'].every(isLicenceFileName)).toBe(true)
  expect(['a.lic.txt', 'lic', 'a.license', 'a.xlic.'].some(isLicenceFileName)).toBe(false)
})

it('[LOGIN-08] the bytes of a licence file are sent unchanged', async () => {
  expect([...(await readLicenceFile(new Blob([new Uint8Array([0, 255, 10])])))]).toEqual([0, 255, 10])
})

it('[LOGIN-08] a missing file is code 1000, an unreadable file is code 1100', async () => {
  await expect(readLicenceFile(null)).rejects.toMatchObject({ code: 1000 })
  const gone = new Blob(['x'])
  gone.arrayBuffer = () => Promise.reject(new DOMException('The file was moved', 'NotReadableError'))
  await expect(readLicenceFile(gone)).rejects.toMatchObject({ code: 1100 })
})
