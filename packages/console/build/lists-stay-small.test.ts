import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { build } from 'vite'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { listsStaySmall } from './lists-stay-small.ts'

let root = ''
beforeEach(async () => {
  root = await mkdtemp(join(tmpdir(), 'lists-stay-small-'))
})
afterEach(() => rm(root, { recursive: true, force: true }))

async function write(path: string, text: string) {
  const file = join(root, path)
  await mkdir(dirname(file), { recursive: true })
  await writeFile(file, text)
}

const pages = ['staff/staff', 'records/records', 'devices/devices', 'visitors/visitors', 'alarms/alarms']

/** Letters that no compression makes less of. */
const letters = (count: number) => {
  let seed = 7
  const next = () => (seed = (seed * 16_807) % 2_147_483_647)
  return Array.from({ length: count }, () => (next() % 36).toString(36)).join('')
}

/** A console of five lists, which share a part; one of them has a large one of its own. */
async function writeConsole(large: { script?: number; style?: number }) {
  await write('index.html', '<script type="module" src="/console/src/main.tsx"></script>')
  await write('console/src/main.tsx', "void import('./app/open-console.tsx')")
  const imports = pages.map((page) => `() => import('../features/${page}-page.tsx')`)
  await write('console/src/app/open-console.tsx', `globalThis.pages = [${imports.join(', ')}]`)
  await write('console/src/shared.ts', `export const shared = '${letters(300)}'`)
  for (const page of pages)
    await write(
      `console/src/features/${page}-page.tsx`,
      `import { shared } from '../../shared.ts'\nexport const page = '${page} ' + shared`,
    )
  await write(
    'console/src/features/records/records-page.tsx',
    "import { shared } from '../../shared.ts'\nimport { large } from './large.ts'\nexport const page = large + shared",
  )
  await write(
    'console/src/features/records/large.ts',
    `import './large.css'\nexport const large = '${letters(large.script ?? 1)}'`,
  )
  await write('console/src/features/records/large.css', `.large::after { content: '${letters(large.style ?? 1)}' }`)
}

const built = (bound: number) =>
  build({
    root,
    configFile: false,
    logLevel: 'silent',
    plugins: [listsStaySmall(bound)],
    build: { write: false, modulePreload: false },
  })

it('lists within the bound are built', async () => {
  await writeConsole({})
  await expect(built(4_000)).resolves.toBeDefined()
})

it.each([{ script: 8_000 }, { style: 8_000 }])(
  'a list that loads more than the bound fails the build, which names it, its size and the largest of its files: %o',
  async (large) => {
    await writeConsole(large)
    const refused = built(4_000)
    await expect(refused).rejects.toThrow(/\/records\/records-page\.tsx waits for (\d+) bytes, more than 4000\./)
    await expect(refused).rejects.toThrow(/The largest: \S*records-page-\S+ \d{4},/)
  },
)

it('a list that nothing opens any longer fails the build, which says which', async () => {
  await writeConsole({})
  await write('console/src/app/open-console.tsx', 'globalThis.pages = []')
  await expect(built(4_000)).rejects.toThrow('Nothing is opened by /staff/staff-page.tsx')
})
