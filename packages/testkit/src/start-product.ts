import { execFile } from 'node:child_process'
import { existsSync } from 'node:fs'
import { chmod, mkdir, mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { startGatehouse } from './start-gatehouse.ts'
import { type Program, startProgram } from './start-program.ts'

/** The started product on a data folder of its own. */
export type Product = {
  /** As it printed it; stays the same over `start`. */
  readonly url: string
  readonly dataFolder: string
  /** The content of `<data folder>/first-login.json`; fails once the password was changed. */
  firstLogin(): Promise<{ account: string; password: string }>
  /** `kill -9`. */
  kill(): Promise<void>
  /** Restarts on the same data and port, with these settings added to or replacing the first ones. */
  start(changed?: Record<string, string>): Promise<void>
  /** Ends it as an operator would, and removes its data. */
  stop(): Promise<void>
  output(): string
}

/** Names the folder of a database that products begin with a copy of. */
const prepared = 'PREPARED_DATABASE'

/** For all products that are started from now on, also by processes of this one. Gives the function that removes it. */
export async function prepareDatabase(): Promise<() => Promise<void>> {
  const folder = await mkdtemp(join(tmpdir(), 'gatehouse database '))
  await chmod(folder, 0o755)
  const database = join(folder, 'postgres')
  const program = startProgram('packages/testkit/src/make-database-folder.ts', [database])
  const code = await new Promise((resolve) => program.child.once('close', resolve))
  if (code !== 0) throw new Error(`The database was not prepared:\n${program.output()}`)
  // Where PostgreSQL runs as a user who cannot come here, its files are elsewhere, and a copy would mean the same database.
  if (existsSync(join(database, 'cluster'))) process.env[prepared] = database
  return async () => {
    Reflect.deleteProperty(process.env, prepared)
    await rm(folder, { recursive: true, force: true })
  }
}

/**
 * Starts the server as `npm start` does: a fresh installation, in a folder whose name has spaces, on any free port. Its database is a
 * copy of the one that was prepared, where there is one; `isBare`: it makes its own from nothing, as on somebody's machine.
 */
export async function startProduct(
  environment: Record<string, string> = {},
  { isBare = false } = {},
): Promise<Product> {
  const folder = await mkdtemp(join(tmpdir(), 'gatehouse journey '))
  // PostgreSQL runs as another user where we are root
  await chmod(folder, 0o755)
  const dataFolder = join(folder, 'data folder')
  const copied = process.env[prepared]
  if (copied !== undefined && !isBare) {
    await mkdir(dataFolder)
    await promisify(execFile)('cp', ['-a', copied, join(dataFolder, 'postgres')])
  }
  const programs: Program[] = []
  const begin = async (port: string, changed: Record<string, string> = {}) => {
    const own = { PORT: port, GATEHOUSE_DATA: dataFolder, FACE_WORKERS: '1' }
    const program = await startGatehouse({ environment: { ...own, ...environment, ...changed } })
    programs.push(program)
    return program.url
  }
  const end = (signal: 'SIGTERM' | 'SIGKILL') => Promise.all(programs.map((program) => program.end(signal)))
  const url = await begin('0').catch(async (error: unknown) => {
    await rm(folder, { recursive: true, force: true, maxRetries: 10 })
    throw error
  })
  return {
    url,
    dataFolder,
    async firstLogin() {
      const login: unknown = JSON.parse(await readFile(join(dataFolder, 'first-login.json'), 'utf8'))
      if (!isLogin(login)) throw new Error('first-login.json is not what it should be')
      return login
    },
    kill: async () => void (await end('SIGKILL')),
    async start(changed) {
      await begin(new URL(url).port, changed)
    },
    async stop() {
      await end('SIGTERM')
      await rm(folder, { recursive: true, force: true, maxRetries: 10 })
    },
    output: () => programs.map((program) => program.output()).join('\n— started again —\n'),
  }
}

const isLogin = (value: unknown): value is { account: string; password: string } =>
  typeof value === 'object' &&
  value !== null &&
  'account' in value &&
  typeof value.account === 'string' &&
  'password' in value &&
  typeof value.password === 'string'
