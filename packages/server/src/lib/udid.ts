import { createHash } from 'node:crypto'
import { readFileSync } from 'node:fs'

/**
 * The UDID that a licence is bound to: derived from the host's machine id and the installation's own random id, so it
 * stays over restarts and upgrades and differs on every installation. 32 upper-case hex digits in groups of eight.
 */
export function udidOf(installId: string): string {
  const digest = createHash('sha256').update(`${machineId()}\n${installId}`).digest('hex').slice(0, 32).toUpperCase()
  return digest.match(/.{8}/g)?.join('-') ?? digest
}

// Containers may have none; then the installation's own id alone decides.
function machineId(): string {
  for (const path of ['/etc/machine-id', '/var/lib/dbus/machine-id']) {
    try {
      return readFileSync(path, 'utf8').trim()
    } catch {
      continue
    }
  }
  return ''
}
