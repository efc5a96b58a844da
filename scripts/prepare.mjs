// Makes the tree ready to run: packages, face models, the built console. Every `npm run` that needs them calls it first.
//
//   node scripts/prepare.mjs              packages only
//   node scripts/prepare.mjs --models     and the face models
//   node scripts/prepare.mjs --assets     and the face models, the console and the terminal for browsers
//
// Plain JavaScript for whatever Node (20 or newer) the machine has: the Node that runs Gatehouse comes with the packages.
// When there is nothing to do it prints nothing and takes a tenth of a second.
import { spawnSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { accessSync, constants, existsSync, mkdirSync, readFileSync, readdirSync, rmSync, writeFileSync } from 'node:fs'
import { homedir } from 'node:os'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'

const root = dirname(dirname(fileURLToPath(import.meta.url)))
const at = (...names) => join(root, ...names)
const node = at('node_modules', '.bin', 'node')

try {
  installPackages()
  const withConsole = process.argv.includes('--assets')
  if (withConsole || process.argv.includes('--models')) fetchModels()
  if (withConsole) buildPages()
} catch (error) {
  if (error.message) console.error(`Gatehouse is not ready: ${error.message}`)
  process.exitCode = 1
}

function installPackages() {
  const major = Number(process.versions.node.split('.')[0])
  if (major < 20) throw new Error(`this is Node ${process.versions.node}; install Node 20 or newer.`)
  const missing = findMissingPackage()
  if (!missing) return
  console.log(`Installing packages, about a minute (${missing}) …`)
  // `npm run` names the npm that runs us; a narrow PATH may not have it.
  const npm = process.env.npm_execpath?.endsWith('.js') ? [process.execPath, process.env.npm_execpath] : ['npm']
  // Not `npm ci`, which throws away what is there and fetches all of it again. Without saving, `npm install` keeps to the lock
  // file just as well and leaves it alone.
  // Development packages hold what builds the console, whatever NODE_ENV says. Install scripts bring Node and PostgreSQL.
  const options = ['--no-save', '--include=dev', '--include=optional', '--ignore-scripts=false', '--loglevel=error']
  run('installing the packages', [...npm, 'install', ...options, '--no-audit', '--no-fund'], {
    advice: 'see the lines above; is the npm registry reachable from here?',
  })
  const still = findMissingPackage()
  if (still) throw new Error(`after the installation ${still}; delete node_modules and start again.`)
}

/**
 * Compares npm's own note about an installation with the lock file, so an `npm install` by hand counts too.
 * @returns {string | undefined} what is missing, in words
 */
function findMissingPackage() {
  if (!existsSync(at('node_modules', '.package-lock.json'))) return 'none are there yet'
  const wanted = readJson(at('package-lock.json')).packages
  const installed = readJson(at('node_modules', '.package-lock.json')).packages
  for (const [path, { version, optional, link }] of Object.entries(wanted)) {
    if (!path.includes('node_modules/')) continue
    if (link) {
      if (!existsSync(at(path))) return `${path.slice(path.lastIndexOf('node_modules/') + 13)} is not linked`
      continue
    }
    const found = installed[path]
    if (found ? found.version !== version : !optional) {
      return `${path.slice(path.lastIndexOf('node_modules/') + 13)} ${version} is not there`
    }
  }
  return existsSync(node) ? undefined : 'the Node that runs Gatehouse is not there'
}

/** A system user's home often does not exist or may not be written to; then the tree holds npm's cache itself. */
function findCache() {
  try {
    accessSync(homedir(), constants.W_OK)
    return {}
  } catch {
    return { npm_config_cache: at('.cache', 'npm') }
  }
}

function fetchModels() {
  const script = at('packages', 'face', 'src', 'node', 'fetch-models.ts')
  if (process.env.GATEHOUSE_FACE_MODELS || !existsSync(script)) return
  once('face-models', [script], at('.cache', 'face-models'), () => {
    console.log('Fetching the face models …')
    run('fetching the face models', [node, script], { saysWhy: true })
  })
}

/** The parts that browsers load: the console, and the terminal that runs in one. */
function buildPages() {
  buildPage('console', ['packages/contract', 'packages/engine', 'packages/face', 'docs/help'])
  buildPage('terminal', ['packages/contract', 'packages/engine', 'packages/face'])
}

function buildPage(name, others) {
  const vite = at('node_modules', 'vite', 'bin', 'vite.js')
  if (!existsSync(at('packages', name, 'index.html'))) return
  const sources = [`packages/${name}`, ...others].map((each) => at(each))
  once(name, [at('package-lock.json'), ...sources], at('packages', name, 'dist', 'index.html'), () => {
    console.log(`Building the ${name} …`)
    run(`building the ${name}`, [node, '--disable-warning=ExperimentalWarning', vite, 'build', '--logLevel', 'error'], {
      cwd: at('packages', name),
    })
  })
}

/**
 * Does the work unless its result is there and was made from the same sources. The note is written last: interrupted
 * work is done again.
 */
function once(name, sources, result, work) {
  const note = at('.cache', `${name}.sources`)
  const hash = createHash('sha256')
  for (const source of sources) addToHash(hash, source)
  const digest = hash.digest('hex')
  if (existsSync(result) && existsSync(note) && readFileSync(note, 'utf8') === digest) return
  rmSync(note, { force: true })
  work()
  mkdirSync(dirname(note), { recursive: true })
  writeFileSync(note, digest)
}

function addToHash(hash, path) {
  for (const file of listFiles(path)) {
    hash.update(`${file.slice(root.length)}\0`)
    hash.update(readFileSync(file))
  }
}

/** Every file that may change the result: tests, results and other packages' parts left out. */
function listFiles(path) {
  const entries = readdirOrUndefined(path)
  if (!entries) return [path]
  return entries
    .filter(({ name }) => !['node_modules', 'dist', 'test'].includes(name) && !/\.test\.tsx?$/.test(name))
    .toSorted((a, b) => (a.name < b.name ? -1 : 1))
    .flatMap((entry) => (entry.isDirectory() ? listFiles(join(path, entry.name)) : [join(path, entry.name)]))
}

function readdirOrUndefined(path) {
  try {
    return readdirSync(path, { withFileTypes: true })
  } catch (error) {
    if (error.code === 'ENOTDIR') return undefined
    throw error
  }
}

/**
 * Runs a program with its output shown. A program that `saysWhy` it failed, in a line of its own, needs no second line.
 */
function run(what, [program, ...args], { cwd = root, advice = 'see the lines above.', saysWhy = false }) {
  const env = { ...process.env, ...findCache(), ONNXRUNTIME_NODE_INSTALL: 'skip' }
  const { status, signal, error } = spawnSync(program, args, { cwd, env, stdio: 'inherit' })
  if (error) throw new Error(`${what} failed (${error.message}): ${advice}`)
  if (status !== 0 && saysWhy) throw new Error('')
  if (status !== 0) throw new Error(`${what} failed (${signal ?? `exit code ${status}`}): ${advice}`)
}

function readJson(path) {
  return JSON.parse(readFileSync(path, 'utf8'))
}
