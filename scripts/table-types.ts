import { spawnSync } from 'node:child_process'
import { chmod, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { sql } from 'kysely'
import { startEmbeddedPostgres } from '../packages/server/src/db/embedded/embedded-postgres.ts'
import { migrate } from '../packages/server/src/db/migrate.ts'
import { openDatabase, openPool } from '../packages/server/src/db/open-database.ts'
import { columnTypes, sources } from './column-types.ts'
import { root } from './run-task.ts'

/*
 * `npm run table-types` writes `db/tables.ts` from a database that has every migration. With `--check` the file stays as it is, and
 * a file that is not what the migrations make is an error: `npm run check` asks for that.
 */
const path = join(root, 'packages/server/src/db/tables.ts')
type Column = {
  table: string
  name: string
  type: string
  isNullable: boolean
  hasDefault: boolean
  isComputed: boolean
  /** The values of a check constraint `column in ('a', 'b')`. */
  allowed: string | null
}

async function generateTypes(): Promise<string> {
  const columns = await readColumns()
  const missing = Object.keys(columnTypes).filter(
    (key) => !columns.some(({ table, name }) => key === `${table}.${name}`),
  )
  if (missing.length > 0) throw new Error(`column-types.ts names columns that are not there: ${missing.join(', ')}`)
  const tables = Object.entries(Object.groupBy(columns, ({ table }) => table)).map(
    ([table, own = []]) => `${table}: {\n${own.map((column) => `${column.name}: ${typeOf(column)}`).join('\n')}\n}`,
  )
  const body = `export type Database = {\n${tables.join('\n')}\n}`
  const imports = Object.entries(sources).map(([file, names]) => {
    const used = names.filter((name) => new RegExp(`\\b${name}\\b`).test(body))
    return used.length > 0 ? `import type { ${used.join(', ')} } from '${file}'\n` : ''
  })
  return format(`${imports.join('')}
/*
 * The tables and views as Kysely knows them. Generated from the migrations: after a change of theirs run \`npm run table-types\`.
 * Types that PostgreSQL cannot know stand in scripts/column-types.ts.
 */
${body}
`)
}

async function readColumns(): Promise<Column[]> {
  const folder = await mkdtemp(join(tmpdir(), 'gatehouse-table-types-'))
  // PostgreSQL that root starts runs as another user, who needs access.
  await chmod(folder, 0o755)
  const postgres = await startEmbeddedPostgres({ folder, durable: false })
  const pool = openPool(postgres.url, 1)
  try {
    await migrate(postgres.url)
    const { rows } = await sql<Column>`
      select c.relname as table, a.attname as name, format_type(a.atttypid, null) as type, not a.attnotnull as "isNullable",
        a.atthasdef or a.attidentity <> '' as "hasDefault", a.attgenerated <> '' or a.attidentity = 'a' as "isComputed",
        (select pg_get_expr(k.conbin, k.conrelid) from pg_constraint k
          where k.conrelid = c.oid and k.contype = 'c' and k.conkey = array[a.attnum]
            and pg_get_expr(k.conbin, k.conrelid) like '% = ANY (ARRAY[''%') as allowed
      from pg_class c join pg_attribute a on a.attrelid = c.oid
      where c.relnamespace = 'public'::regnamespace and c.relkind in ('r', 'p', 'v') and not c.relispartition
        and a.attnum > 0 and not a.attisdropped and c.relname <> 'schema_migration'
      order by c.relname, a.attnum`.execute(openDatabase(pool))
    return rows
  } finally {
    await pool.end()
    await postgres.stop()
    await rm(folder, { recursive: true, force: true })
  }
}

/** The types of values as the pool of open-database.ts gives and takes them. */
const scalars: Record<string, string> = {
  bigint: 'number',
  boolean: 'boolean',
  bytea: 'Buffer',
  date: 'string',
  'double precision': 'number',
  inet: 'string',
  integer: 'number',
  real: 'number',
  smallint: 'number',
  text: 'string',
  'timestamp with time zone': 'Instant',
  uuid: 'string',
}

function typeOf(column: Column): string {
  const known = columnTypes[`${column.table}.${column.name}`]
  if (known !== undefined) return known
  const element = column.type.replace(/\[\]$/, '')
  const scalar = scalars[element]
  if (scalar === undefined)
    throw new Error(`Say in column-types.ts what ${column.table}.${column.name} (${column.type}) holds.`)
  const one =
    wordsOf(column.allowed)
      ?.map((word) => `'${word}'`)
      .join(' | ') ?? scalar
  const type = (element === column.type ? one : `${scalar}[]`) + (column.isNullable ? ' | null' : '')
  if (column.isComputed) return `ColumnType<${type}, never, never>`
  if (column.hasDefault) return type === 'Instant' ? 'DefaultInstant' : `Generated<${type}>`
  return type
}

/** The words of `(status = ANY (ARRAY['raised'::text, 'released'::text]))`. */
function wordsOf(allowed: string | null): string[] | undefined {
  const list = /^\(\w+ = ANY \(ARRAY\[(.*)\]\)\)$/.exec(allowed ?? '')?.[1]
  const words = list?.split(', ').map((word) => /^'([^']*)'::text$/.exec(word)?.[1])
  return words?.every((word) => word !== undefined) ? words : undefined
}

function format(text: string): string {
  const { status, stdout, stderr } = spawnSync(
    join(root, 'node_modules/.bin/oxfmt'),
    ['--stdin-filepath=packages/server/src/db/tables.ts'],
    { cwd: root, input: text, encoding: 'utf8' },
  )
  if (status !== 0) throw new Error(`The formatter failed: ${stderr}`)
  return stdout
}

const types = await generateTypes()
if (!process.argv.includes('--check')) await writeFile(path, types)
else if (types !== (await readFile(path, 'utf8'))) {
  console.error('db/tables.ts is not what the migrations make: run "npm run table-types".')
  process.exitCode = 1
}
