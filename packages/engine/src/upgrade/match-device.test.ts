import { describe, expect, it } from 'vitest'
import { type DeviceBuild, findMismatch, listed, type PackageTarget } from './match-device.ts'

const device: DeviceBuild = {
  make: 'ours',
  isUpgradable: true,
  model: 'GT-1',
  hardwareVersion: 'B',
  firmwareVersion: '1.4.0',
  packageName: 'org.gatehouse.terminal',
  appVersion: '2.1.0',
  appVersionCode: 210,
}
const firmware: PackageTarget = {
  make: 'ours',
  kind: 'firmware',
  model: 'GT-1',
  hardwareVersions: '',
  fromVersions: '',
  baseVersion: null,
  packageName: null,
  version: '1.5.0',
  versionCode: null,
}
const application: PackageTarget = {
  ...firmware,
  kind: 'application',
  model: null,
  packageName: 'org.gatehouse.terminal',
  version: '2.2.0',
  versionCode: 220,
}

describe('[UPG-01] the devices of a package', () => {
  it.each<[string, PackageTarget, Partial<DeviceBuild>, ReturnType<typeof findMismatch>]>([
    ['its model, a later version', firmware, {}, null],
    ['another make, also where its model has the same name', firmware, { make: 'theirs' }, 'other-make'],
    ['a device that nobody can upgrade', firmware, { isUpgradable: false }, 'no-upgrades'],
    ['another model', firmware, { model: 'GT-2' }, 'other-model'],
    ['one of several hardware versions', { ...firmware, hardwareVersions: 'A; B ;C' }, {}, null],
    ['none of the hardware versions', { ...firmware, hardwareVersions: 'A;C' }, {}, 'other-hardware'],
    ['one of the versions it may come from', { ...firmware, fromVersions: '1.3.9;1.4' }, {}, null],
    ['none of the versions it may come from', { ...firmware, fromVersions: '1.3.9' }, {}, 'other-from-version'],
    ['the base of a split package', { ...firmware, baseVersion: '1.4.0' }, {}, null],
    ['another base', { ...firmware, baseVersion: '1.3.0' }, {}, 'other-base'],
    ['the same version', { ...firmware, version: '1.4.0' }, {}, 'same-version'],
    ['a later version than the package', { ...firmware, version: '1.3.0' }, {}, 'newer-version'],
    ['no version told', firmware, { firmwareVersion: null }, 'version-unknown'],
    ['the application, any model', application, { model: 'GT-9' }, null],
    ['another application', application, { packageName: 'com.other' }, 'other-application'],
    [
      'the version code decides, not the name',
      { ...application, version: '9.0', versionCode: 209 },
      {},
      'newer-version',
    ],
    ['the same version code', { ...application, version: '9.0', versionCode: 210 }, {}, 'same-version'],
    ['without a version code the name decides', application, { appVersionCode: null }, null],
  ])('%s', (_, target, differs, expected) => {
    expect(findMismatch(target, { ...device, ...differs })).toBe(expected)
  })

  it('a list takes both kinds of semicolons', () => {
    expect(listed(' A;B；C;; ')).toEqual(['A', 'B', 'C'])
  })
})
