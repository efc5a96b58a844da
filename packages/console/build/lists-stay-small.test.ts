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

const pages = ['staff/staff', 'records/records']

/** Letters that no compression makes less of. */
const letters = (count: number) => {
  let seed = 7
  const next = () => (seed = (seed * 16_807) % 2_147_483_647)
  return Array.from({ length: count }, () => (next() % 36).toString(36)).join('')
}

/** A console of two lists, which draw the part that makes them lists; one of them has a large part of its own, and so has a page of one thing. */
async function writeConsole(large: { script?: number; style?: number }) {
  await write('index.html', '<script type="module" src="/console/src/main.tsx"></script>')
  await write('console/src/main.tsx', "void import('./app/open-console.tsx')")
  const imports = [...pages, 'staff/staff-detail'].map((page) => `() => import('../features/${page}-page.tsx')`)
  await write('console/src/app/open-console.tsx', `globalThis.pages = [${imports.join(', ')}]`)
  await write('console/src/ui/list/list-page.tsx', `export const shared = '${letters(300)}'`)
  for (const page of pages)
    await write(
      `console/src/features/${page}-page.tsx`,
      `import { shared } from '../../ui/list/list-page.tsx'\nexport const page = '${page} ' + shared`,
    )
  // Not the page itself draws the list, but a part of it.
  await write(
    'console/src/features/records/records-part.tsx',
    "import { shared } from '../../ui/list/list-page.tsx'\nimport { large } from './large.ts'\nexport const part = large + shared",
  )
  await write(
    'console/src/features/records/records-page.tsx',
    "import { part } from './records-part.tsx'\nexport const page = part",
  )
  await write(
    'console/src/features/staff/staff-detail-page.tsx',
    `import { shared } from '../../ui/list/list-page.tsx'\nexport const page = '${letters(9_000)}' + shared`,
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

it('a console without lists fails the build: the part that makes them has another name then', async () => {
  await writeConsole({})
  await write('console/src/app/open-console.tsx', 'globalThis.pages = []')
  await expect(built(4_000)).rejects.toThrow('No page draws /ui/list/list-page.tsx')
})
