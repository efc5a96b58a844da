import { type ChildProcess, spawn } from 'node:child_process'
import { existsSync } from 'node:fs'
import { mkdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { activate, getAuthorizeStatus } from '@gatehouse/contract/features/licence.ts'
import { askServer } from './ask-server.ts'

const program = (name: 'main' | 'cli') => fileURLToPath(import.meta.resolve(`@gatehouse/server/${name}.ts`))

export type RunningServer = { url: string; stop(): Promise<void>; ended: Promise<number | null> }

/** The product as `npm start` runs it, on the demo's data and port, for this machine alone unless HOST says otherwise. */
export async function runServer(
  folder: string,
  password: string,
  environment: Readonly<Record<string, string | undefined>>,
): Promise<RunningServer> {
  const vendor = await vendorKey(folder)
  const child = spawn(process.execPath, [program('main')], {
    env: {
      HOST: '127.0.0.1',
      MQTT_PORT: '0',
      LOG_LEVEL: 'warn',
      ...environment,
      GATEHOUSE_DATA: join(folder, 'data'),
      GATEHOUSE_ADMIN_PASSWORD: password,
      LICENCE_PUBLIC_KEY: join(vendor, 'vendor.pub'),
    },
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  const ended = new Promise<number | null>((resolve) => child.once('exit', resolve))
  const stop = async () => {
    child.kill('SIGTERM')
    await ended
  }
  try {
    const url = await addressOf(child)
    await license(url, vendor)
    return { url, stop, ended }
  } catch (error) {
    await stop()
    throw error
  }
}

function addressOf(child: ChildProcess): Promise<string> {
  return new Promise((resolve, reject) => {
    let said = ''
    const read = (text: string) => {
      said += text
      const address = /Gatehouse is ready: (\S+)/.exec(said)?.[1]
      if (!address) return
      resolve(address)
      // From here on it only says what went wrong.
      child.stdout?.off('data', read).pipe(process.stderr)
    }
    child.stdout?.setEncoding('utf8').on('data', read)
    child.once('exit', () => reject(new Error('Gatehouse did not start; see the line above.')))
  })
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

/** A command of the operator or the vendor, as `npm run gatehouse` runs it; gives what it said. */
async function gatehouse(...args: string[]): Promise<string> {
  const child = spawn(process.execPath, [program('cli'), ...args], { stdio: ['ignore', 'pipe', 'inherit'] })
  let said = ''
  child.stdout.setEncoding('utf8').on('data', (text: string) => (said += text))
  const code = await new Promise<number | null>((resolve) => child.once('exit', resolve))
  if (code !== 0) throw new Error(`gatehouse ${args.slice(0, 2).join(' ')} failed`)
  return said
}
