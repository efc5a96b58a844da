import { existsSync } from 'node:fs'
import { mkdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { activate, getAuthorizeStatus } from '@gatehouse/contract/features/licence.ts'
import { issueLicence, makeVendorKeys } from '@gatehouse/server/features/licence/licence-commands.ts'
import { type RunningGatehouse, startGatehouse } from '@gatehouse/testkit/start-gatehouse.ts'
import { askServer } from '@gatehouse/testkit/ask-server.ts'

/** The product as `npm start` runs it, on the demo's data and port, for this machine alone unless HOST says otherwise. */
export async function runServer(
  folder: string,
  password: string,
  environment: Readonly<Record<string, string | undefined>>,
): Promise<RunningGatehouse> {
  const vendor = await vendorKey(folder)
  const server = await startGatehouse({
    showsErrors: true,
    // a day of the past that is on its way still has to be taken
    isApart: true,
    environment: {
      PORT: undefined,
      ...environment,
      GATEHOUSE_DATA: join(folder, 'data'),
      GATEHOUSE_ADMIN_PASSWORD: password,
      LICENCE_PUBLIC_KEY: join(vendor, 'vendor.pub'),
    },
  })
  // From here on it only says what went wrong.
  server.child.stdout?.pipe(process.stderr)
  try {
    await license(server.url, vendor)
    return server
  } catch (error) {
    await server.end()
    throw error
  }
}

/**
 * A trial allows five devices. The demo is its own vendor: it makes a key pair once, and licences by it, with the commands of
 * `npm run gatehouse`, which to start for each takes longer than all that they do.
 */
async function vendorKey(folder: string): Promise<string> {
  const vendor = join(folder, 'vendor')
  await mkdir(folder, { recursive: true })
  if (!existsSync(join(vendor, 'vendor.key'))) await makeVendorKeys({ out: vendor })
  return vendor
}

async function license(url: string, vendor: string): Promise<void> {
  const ask = askServer(url)
  const { authorize_status: isActivated, udid } = await ask(getAuthorizeStatus)
  if (isActivated) return
  const file = join(vendor, 'demo.lic')
  const said = await issueLicence({ key: join(vendor, 'vendor.key'), udid, out: file })
  const code = /Activation code: (\S+)/.exec(said)?.[1] ?? ''
  await ask(activate, { body: { active_code: code, license_file: [...(await readFile(file))] } })
}
