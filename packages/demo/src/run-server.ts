import { spawn } from 'node:child_process'
import { existsSync } from 'node:fs'
import { mkdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { activate, getAuthorizeStatus } from '@gatehouse/contract/features/licence.ts'
import { type RunningGatehouse, startGatehouse } from '@gatehouse/testkit/start-gatehouse.ts'
import { askServer } from '@gatehouse/testkit/ask-server.ts'

const cli = fileURLToPath(import.meta.resolve('@gatehouse/server/cli.ts'))

/** The product as `npm start` runs it, on the demo's data and port, for this machine alone unless HOST says otherwise. */
export async function runServer(
  folder: string,
  password: string,
  environment: Readonly<Record<string, string | undefined>>,
): Promise<RunningGatehouse> {
  const vendor = await vendorKey(folder)
  const server = await startGatehouse({
    showsErrors: true,
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

/** A trial allows five devices. The demo is its own vendor: it makes a key pair once, and licences by it. */
async function vendorKey(folder: string): Promise<string> {
  const vendor = join(folder, 'vendor')
  await mkdir(folder, { recursive: true })
  if (!existsSync(join(vendor, 'vendor.key'))) await gatehouse('licence', 'keygen', '--out', vendor)
  return vendor
}

async function license(url: string, vendor: string): Promise<void> {
  const ask = askServer(url)
  const { authorize_status: isActivated, udid } = await ask(getAuthorizeStatus)
  if (isActivated) return
  const file = join(vendor, 'demo.lic')
  const said = await gatehouse('licence', 'issue', '--key', join(vendor, 'vendor.key'), '--udid', udid, '--out', file)
  const code = /Activation code: (\S+)/.exec(said)?.[1] ?? ''
  await ask(activate, { body: { active_code: code, license_file: [...(await readFile(file))] } })
}

/** A command of the operator or the vendor, as `npm run gatehouse` runs it; returns its output. */
async function gatehouse(...args: string[]): Promise<string> {
  const child = spawn(process.execPath, [cli, ...args], { stdio: ['ignore', 'pipe', 'inherit'] })
  let said = ''
  child.stdout.setEncoding('utf8').on('data', (text: string) => (said += text))
  const code = await new Promise<number | null>((resolve) => child.once('exit', resolve))
  if (code !== 0) throw new Error(`gatehouse ${args.slice(0, 2).join(' ')} failed`)
  return said
}
