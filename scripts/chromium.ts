import { execFile } from 'node:child_process'
import { accessSync, constants, existsSync } from 'node:fs'
import { chmod, mkdir, readFile, rename, rm, writeFile } from 'node:fs/promises'
import { createRequire } from 'node:module'
import { delimiter, dirname, join } from 'node:path'
import { promisify } from 'node:util'
import { chromium, type Browser, type LaunchOptions } from 'playwright-core'
import { z } from 'zod'
import { root } from './run-task.ts'

export type Chromium = { executablePath: string; args: string[] }

const systemNames = ['chromium', 'chromium-browser', 'google-chrome', 'google-chrome-stable']
const macPath = '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome'

/** Things that a browser for tests must not do: use a graphics card, or talk to anyone but us. */
const quietArgs = [
  '--disable-gpu',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
  '--no-first-run',
]

/**
 * The browser for tests and benchmarks: `CHROME_PATH`, else the one that comes inside an npm package (the same for
 * everybody, and without the window's own pages, which take a third of the machine), else Playwright's or the system's.
 * @throws when CHROME_PATH names nothing that can be run, or no browser is found
 */
export async function findChromium(): Promise<Chromium> {
  const named = process.env['CHROME_PATH']
  if (named && !canRun(named))
    throw new Error(`CHROME_PATH is ${named}, which cannot be run: correct it, or remove it.`)
  if (named) return { executablePath: named, args: baseArgs() }
  if (process.platform === 'linux' && process.arch === 'x64') return findPackagedChromium()
  const path = [chromium.executablePath(), ...systemPaths()].find(canRun)
  if (!path) throw new Error('No Chromium was found: install one, or name one that can be run in CHROME_PATH.')
  return { executablePath: path, args: baseArgs() }
}

/** The browser of `@sparticuz/chromium`, unpacked once into the tree's cache (0.2 GB). */
async function findPackagedChromium(): Promise<Chromium> {
  const packaged = dirname(
    dirname(createRequire(import.meta.resolve('playwright-core')).resolve('@sparticuz/chromium')),
  )
  const manifest = z.object({ version: z.string() })
  const { version } = manifest.parse(JSON.parse(await readFile(join(packaged, 'package.json'), 'utf8')))
  const folder = join(root, '.cache', `chromium-${version}`)
  if (!existsSync(folder)) await unpack(packaged, folder)
  // Its processes are not installed as a sandbox wants them; it only ever sees our own pages.
  return { executablePath: join(folder, 'run'), args: [...new Set([...baseArgs(), '--no-sandbox'])] }
}

/** Starts the browser without a window. */
export async function launchChromium(options: LaunchOptions = {}): Promise<Browser> {
  const { executablePath, args } = await findChromium()
  return chromium.launch({ executablePath, ...options, args: [...args, ...(options.args ?? [])] })
}

const baseArgs = () => (process.getuid?.() === 0 ? ['--no-sandbox', ...quietArgs] : quietArgs)

function systemPaths(): string[] {
  const folders = [...(process.env['PATH'] ?? '').split(delimiter), '/usr/bin', '/usr/local/bin', '/snap/bin']
  return [...folders.flatMap((folder) => systemNames.map((name) => join(folder, name))), macPath]
}

function canRun(path: string): boolean {
  try {
    accessSync(path, constants.X_OK)
    return true
  } catch {
    return false
  }
}

/**
 * Uses the package's own unpacker, which writes to the temporary folder: here one of ours, where no other user can
 * prepare files.
 */
async function unpack(packaged: string, folder: string): Promise<void> {
  const unfinished = `${folder}.${process.pid}`
  await mkdir(unfinished, { recursive: true })
  const files = ['chromium.br', 'fonts.tar.br', 'swiftshader.tar.br', 'al2023.tar.br'].map((name) =>
    join(packaged, 'bin', name),
  )
  const program = `const { inflate } = await import(process.argv[1]); await Promise.all(process.argv.slice(2).map(inflate))`
  const unpacker = join(packaged, 'build/lambdafs.js')
  const options = ['--input-type=module', '--eval', program, unpacker, ...files]
  await promisify(execFile)(process.execPath, options, { env: { TMPDIR: unfinished } })
  await writeFile(join(unfinished, 'run'), startProgram)
  await chmod(join(unfinished, 'run'), 0o755)
  try {
    await rename(unfinished, folder)
  } catch (error) {
    await rm(unfinished, { recursive: true, force: true })
    // Another test run was faster.
    if (!existsSync(folder)) throw error
  }
}

/** A bare system lacks the libraries and fonts of a browser; the package brings its own for that case. */
const startProgram = `#!/bin/sh
here=$(dirname "$0")
[ -e /etc/fonts/fonts.conf ] || export FONTCONFIG_PATH="$here/fonts"
"$here/chromium" --version >/dev/null 2>&1 || export LD_LIBRARY_PATH="$here/al2023/lib"
exec "$here/chromium" "$@"
`
