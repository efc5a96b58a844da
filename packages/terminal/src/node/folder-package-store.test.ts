import { createHash } from 'node:crypto'
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { temporaryFolder } from '../../test/temporary-folder.ts'
import { folderPackageStore } from './folder-package-store.ts'
import { installedVersions } from '../upgrades/package-store.ts'

it('[UPG-04] the state of a package and the installed version survive a power cut', async () => {
  const folder = temporaryFolder()
  const store = folderPackageStore(folder)
  store.file.append(Buffer.from('one '))
  store.file.append(Buffer.from('two'))
  store.installed = { firmware: { version: '3' }, application: { version: '4.0', versionCode: 4 } }

  const again = folderPackageStore(folder)
  expect(again.file.size).toBe(7)
  expect(await again.file.digest()).toEqual({
    md5: createHash('md5').update('one two').digest('hex'),
    sha256: createHash('sha256').update('one two').digest('hex'),
  })
  expect(installedVersions(again.installed)).toEqual({ firmwareVersion: '3', appVersion: '4.0', appVersionCode: 4 })
  again.clear()
  expect([again.file.size, again.note, again.installed]).toEqual([0, null, store.installed])
})

it('unreadable notes count as none', () => {
  const folder = temporaryFolder()
  writeFileSync(join(folder, 'upgrade.json'), '{"note":')
  expect(folderPackageStore(folder).note).toBeNull()
})
