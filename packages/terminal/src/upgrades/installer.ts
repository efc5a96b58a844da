import type { PackageOffer } from '@gatehouse/contract/device/packages.ts'
import type { PackageStore } from './package-store.ts'

/** Puts packages in place. Faults stand before the one that does it. */
export type Installer = {
  /** Keeps what has come of the package. Throws where there is no room. */
  keep(bytes: Uint8Array): void
  /** Makes it what starts next. Throws when that does not work. */
  install(offer: PackageOffer): void
  /** Asked at the start after it: does what was installed work? */
  comesUp(offer: PackageOffer): boolean
}

/** A software terminal has nothing to flash: from its next start it says that it is the new version. */
export const plainInstaller = (store: PackageStore): Installer => ({
  keep: (bytes) => store.file.append(bytes),
  install({ kind, version, versionCode }) {
    store.installed = { ...store.installed, [kind]: kind === 'firmware' ? { version } : { version, versionCode } }
  },
  comesUp: () => true,
})
