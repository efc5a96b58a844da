import { cp, chmod, lstat, mkdir, readFile, readdir, rename, rm, symlink } from 'node:fs/promises'
import { createRequire } from 'node:module'
import { basename, dirname, join, relative } from 'node:path'
import { z } from 'zod'
import { EmbeddedPostgresError } from './embedded-postgres-error.ts'
import { canReach, type SystemUser } from './embedded-postgres-user.ts'

/** The folder of the programs, and their release (`18.4.0-beta.17`, the version of their npm package). */
export type PostgresBinaries = { folder: string; version: string }

/** The links of the package that npm cannot carry, as paths from its root. */
const linkFile = z.array(z.object({ source: z.string(), target: z.string() }))
type Link = z.infer<typeof linkFile>[number]

const manifest = z.object({ version: z.string() })

/**
 * The programs of PostgreSQL from the installed npm package, in a folder where `user` can run them.
 * @param copies folder for a copy, made when the user cannot reach the package or its links cannot be made there
 */
export async function findBinaries(user: SystemUser | undefined, copies: string): Promise<PostgresBinaries> {
  const { root, version, links } = await findPackage()
  const native = join(root, 'native')
  if (canReach(join(native, 'bin', 'postgres'), user) && (await makeLinks(root, links))) {
    return { folder: join(native, 'bin'), version }
  }
  const copy = join(copies, `postgresql-${version}`)
  if (!(await exists(copy))) await copyBinaries(root, links, copy)
  return { folder: join(copy, 'native', 'bin'), version }
}

async function findPackage(): Promise<{ root: string; version: string; links: Link[] }> {
  const name = `@embedded-postgres/${process.platform}-${process.arch}`
  try {
    const root = dirname(dirname(createRequire(import.meta.url).resolve(name)))
    const { version } = manifest.parse(JSON.parse(await readFile(join(root, 'package.json'), 'utf8')))
    const linkList = await readFile(join(root, 'native', 'pg-symlinks.json'), 'utf8').catch(() => '[]')
    const links = linkFile.parse(JSON.parse(linkList))
    await lstat(join(root, 'native', 'bin', 'postgres'))
    return { root, version, links }
  } catch (cause) {
    throw new EmbeddedPostgresError(
      'binaries-missing',
      `The programs of PostgreSQL for this machine (${name}) are not installed: run "npm install", or set DATABASE_URL to a PostgreSQL server of your own.`,
      { cause },
    )
  }
}

/** Packages cannot hold links, and the install script that makes them may have been forbidden. False when they cannot be made here. */
async function makeLinks(root: string, links: Link[]): Promise<boolean> {
  for (const { source, target } of links) {
    const link = join(root, target)
    if (await exists(link)) continue
    try {
      await symlink(relative(dirname(target), source), link)
    } catch {
      if (!(await exists(link))) return false
    }
  }
  return true
}

/** Copies under another name first: an interrupted copy must not look finished. */
async function copyBinaries(root: string, links: Link[], copy: string): Promise<void> {
  const unfinished = `${copy}.${process.pid}`
  await rm(unfinished, { recursive: true, force: true })
  await mkdir(unfinished, { recursive: true })
  await cp(join(root, 'native'), join(unfinished, 'native'), {
    recursive: true,
    verbatimSymlinks: true,
    filter: (path) => !path.endsWith('.a') && basename(path) !== 'pkgconfig',
  })
  await makeLinks(unfinished, links)
  await openToAll(unfinished)
  try {
    await rename(unfinished, copy)
  } catch (error) {
    await rm(unfinished, { recursive: true, force: true })
    if (!(await exists(copy))) throw error
  }
}

/** Whatever the umask of the packages' installation was, PostgreSQL's user must be able to read them. */
async function openToAll(folder: string): Promise<void> {
  await chmod(folder, 0o755)
  for (const entry of await readdir(folder, { withFileTypes: true })) {
    const path = join(folder, entry.name)
    if (entry.isDirectory()) await openToAll(path)
    else if (entry.isFile()) await chmod(path, basename(folder) === 'bin' ? 0o755 : 0o644)
  }
}

const exists = (path: string) =>
  lstat(path).then(
    () => true,
    () => false,
  )
