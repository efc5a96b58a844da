import type { PackageOffer } from '@gatehouse/contract/device/packages.ts'
import type { PackageStore } from './package-store.ts'

/** Installs packages. Faults stand before the real installer. */
export type Installer = {
  /** Stores a piece of the package. Throws if there is no room. */
  keep(bytes: Uint8Array): void
  /** Makes the package the version that starts next. Throws if that fails. */
  install(offer: PackageOffer): void
  /** Asked at the start after it: does the installed version work? */
  comesUp(offer: PackageOffer): boolean
}

/** A software terminal has nothing to flash: from its next start it reports the new version. */
export const plainInstaller = (store: PackageStore): Installer => ({
  keep: (bytes) => store.file.append(bytes),
  install({ kind, version, versionCode }) {
    store.installed = { ...store.installed, [kind]: kind === 'firmware' ? { version } : { version, versionCode } }
  },
  comesUp: () => true,
})
