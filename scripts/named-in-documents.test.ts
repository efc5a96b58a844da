import { execFileSync } from 'node:child_process'
import { existsSync, globSync, readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { expect, it } from 'vitest'
import { root } from './run-task.ts'

const documents = globSync(
  [
    '{README,CONTRIBUTING,GLOSSARY}.md',
    'docs/*.md',
    'docs/{adr,how-to}/*.md',
    'docs/help/**/*.md',
    'packages/*/README.md',
  ],
  { cwd: root },
)
const read = (file: string) => readFileSync(join(root, file), 'utf8')
const files = execFileSync('git', ['ls-files', '--cached', '--others', '--exclude-standard'], {
  cwd: root,
  encoding: 'utf8',
})
  .trim()
  .split('\n')
  .filter((file) => existsSync(join(root, file)))
const sources = files.filter((file) => /^(?:packages|scripts)\/.*\.(?:ts|tsx|mjs)$/.test(file))

/** Documents shorten `packages/server/src/db/tables.ts` to `server/db/tables.ts`, and a file that is alone to its name. */
const withFolders = new Set(
  files.flatMap((file) => file.split('/').map((_, at, parts) => parts.slice(0, at + 1).join('/'))),
)
const shortened = new Set(
  [...withFolders]
    .flatMap((path) => [path, path.replace(/^packages\/([^/]+)\/(?:src|test|build)\//, '$1/')])
    .flatMap((path) => path.split('/').map((_, from, parts) => parts.slice(from).join('/')))
    .flatMap((path) => [path, path.replace(/\.tsx?$/, '')]),
)

/** Paths of a running installation, imports of a package, and names that stand for any. */
const notInTheClone =
  /^(?:\/|\.cache\/|data\/|keys\/|file\/|package-keys\/|postgres\/|blobs\/|@gatehouse\/|first-login\.json$|packages\/bench\/results\/|contract\/features\/x\.ts$|-)|NOUN/

const endings = /\.(?:ts|tsx|mjs|sql|css|md)$/
const folder =
  /^(?:packages|server|console|contract|terminal|engine|face|e2e|bench|demo|testkit|features|drivers|people|device-link|docs|scripts|app|ui|parts)\/[\w./-]+$/

it('every file and folder that a document names is there', () => {
  const missing = documents.flatMap((document) =>
    [...read(document).matchAll(/`([^`\n]+)`/g)]
      .map(([, name = '']) => name)
      .filter((name) => !/[\s<>*$…{}]|:\/\//.test(name) && !notInTheClone.test(name))
      .filter((name) => (endings.test(name) || folder.test(name)) && !shortened.has(name.replace(/\/$/, '')))
      .map((name) => `${document}: ${name}`),
  )
  expect(missing).toEqual([])
})

it('every link of a document to a file leads there', () => {
  const broken = documents.flatMap((document) =>
    [...read(document).matchAll(/\]\(([^)#\s]+)(?:#[^)]*)?\)/g)]
      .map(([, to = '']) => to)
      // pages of the help are built as .html, and addresses of a running server begin with a slash
      .filter((to) => !/^(?:\w+:|\/)|\.html$/.test(to) && !existsSync(join(root, dirname(document), to)))
      .map((to) => `${document}: ${to}`),
  )
  expect(broken).toEqual([])
})

it('every command that a document names can be run', () => {
  const { scripts } = JSON.parse(read('package.json')) as { scripts: Record<string, string> }
  const operators = new Set(
    sources
      .filter((file) => file.endsWith('-commands.ts'))
      .flatMap((file) => [...read(file).matchAll(/\bname: '([a-z -]+)'/g)].map(([, name]) => name)),
  )
  const benchmarks = new Set(
    sources
      .filter((file) => file.startsWith('packages/bench/src/'))
      .flatMap((file) => [...read(file).matchAll(/\bname: '([a-z-]+)'/g)].map(([, name]) => name)),
  )
  expect(operators.size).toBeGreaterThan(10)
  const unknown = documents.flatMap((document) => {
    const text = read(document)
    return [
      ...[...text.matchAll(/\bnpm run ([a-z:-]+)/g)].filter(([, name = '']) => !(name in scripts)),
      ...[...text.matchAll(/npm run gatehouse -- ([a-z-]+)(?: ([a-z]+))?/g)].filter(
        ([, first = '', second = '']) =>
          first !== '--help' && !operators.has(first) && !operators.has(`${first} ${second}`),
      ),
      ...[...text.matchAll(/npm run bench -- ([a-z-]+)/g)].filter(
        ([, name = '']) => name !== 'quick' && !benchmarks.has(name),
      ),
    ].map(([call]) => `${document}: ${call}`)
  })
  expect(unknown).toEqual([])
})

it('every address that a document calls is one of the contract', () => {
  const anyId = (path: string) => path.replaceAll(/:\w+|<\w+>|\{\w+\}/g, '*')
  const paths = new Set(
    sources
      .filter((file) => file.startsWith('packages/contract/src/'))
      .flatMap((file) => [...read(file).matchAll(/\bpath: '(\/[^']+)'/g)].map(([, path = '']) => anyId(path))),
  )
  const called = documents.flatMap((document) =>
    [...read(document).matchAll(/\b(?:GET|POST|PUT|PATCH|DELETE) (\/(?:\w+\/)?v\d\/[\w/.:<>{}-]+)/g)].map(
      ([, path = '']) => ({
        document,
        path: anyId(path).replace(/^\/(?:api|public|device|openapi)(?=\/v)/, ''),
      }),
    ),
  )
  expect(called.length).toBeGreaterThan(20)
  // the open API is version 1 of routes that are version 2 for the console
  const isThere = (path: string) => paths.has(path) || paths.has(path.replace('/v1/', '/v2/'))
  expect(called.filter(({ path }) => !isThere(path))).toEqual([])
})

it('the table of settings has every setting of the server, and every variable that a document names is read', () => {
  const settings = [...read('packages/server/src/lib/config.ts').matchAll(/^ {4}([A-Z][A-Z0-9_]+):/gm)].map(
    ([, name = '']) => name,
  )
  const rows = read('docs/operations.md')
    .split('\n')
    .filter((line) => line.startsWith('| `'))
    .flatMap((line) => [...(line.split(' | ')[0] ?? '').matchAll(/`([A-Z][A-Z0-9_]+)`/g)].map(([, name = '']) => name))
  expect(settings.length).toBeGreaterThan(30)
  expect(settings.filter((name) => !rows.includes(name))).toEqual([])

  const program = sources.map(read).join('\n')
  const unread = documents.flatMap((document) =>
    [...read(document).matchAll(/`([A-Z][A-Z0-9]*_[A-Z0-9_]+)(?:=[^`]*)?`/g)]
      .filter(([, name = '']) => !new RegExp(`\\b${name}\\b`).test(program))
      .map(([, name]) => `${document}: ${name}`),
  )
  expect(unread).toEqual([])
})

/** Names of other programs, which no code of ours has. */
const namesOfOthers = new Set([
  'pg_dump',
  'default_transaction_read_only',
  'StaffSummaryOutput',
  '_x0041_',
  'LocalNetworkAccessAllowedForUrls',
])

it('every name of the code that a document gives is in the code', () => {
  const names = new Set(
    files
      .filter((file) => /\.(?:ts|tsx|mjs|sql|json)$/.test(file))
      .flatMap((file) => read(file).match(/[A-Za-z_$][\w$]*/g) ?? []),
  )
  const unknown = documents
    .filter((document) => document !== 'docs/benchmarks.md')
    .flatMap((document) =>
      [
        ...read(document)
          .replaceAll(/```[^]*?```/g, '')
          .matchAll(/`([^`\n]+)`/g),
      ]
        .map(([, code = '']) => code)
        .filter((code) => !/[/<>]|\.\w+$|\s-|^-|^\d/.test(code))
        .flatMap((code) => code.match(/[A-Za-z_]\w{4,}/g) ?? [])
        .filter((name) => /[a-z][A-Z]|_/.test(name) && !names.has(name) && !namesOfOthers.has(name))
        .map((name) => `${document}: ${name}`),
    )
  expect(unknown).toEqual([])
})

it('every word of the glossary stands in the product', () => {
  const said = sources
    .filter((file) => !/\.(?:test|spec)\./.test(file))
    .map(read)
    .join('\n')
    .toLowerCase()
  const words = read('GLOSSARY.md')
    .split('\n')
    .filter((line) => line.startsWith('| ') && !line.startsWith('| code'))
    .flatMap((line) =>
      line
        .split(' | ')
        .slice(1, 4)
        .flatMap((cell) => cell.split(/ \/ |, /)),
    )
    // a word in brackets explains, and a dash is a noun of the code alone
    .filter((word) => !/^[(（–]/.test(word))
  expect(words.length).toBeGreaterThan(300)
  expect(words.filter((word) => !said.includes(word.toLowerCase()))).toEqual([])
})
