import { parseArgs } from 'node:util'
import { commands } from './commands.ts'
import { readConfig } from './lib/config.ts'

const optionsOf = (names: readonly string[], type: 'string' | 'boolean') =>
  Object.fromEntries(names.map((name) => [name, { type }]))

const help = commands.flatMap(({ help }) => help ?? []).join('\n\n')

async function main(): Promise<number> {
  const { positionals, values } = parseArgs({
    allowPositionals: true,
    options: {
      ...optionsOf(
        commands.flatMap(({ options }) => options ?? []),
        'string',
      ),
      ...optionsOf(['help', ...commands.flatMap(({ switches }) => switches ?? [])], 'boolean'),
    },
  })
  const name = positionals.join(' ')
  const command = commands.find((command) => command.name === name)
  if (values['help'] || !command) {
    process.stdout.write(`${help}\n`)
    return values['help'] ? 0 : 1
  }
  process.stdout.write(`${await command.run(values, () => readConfig(process.env))}\n`)
  return 0
}

main().then(
  (code) => (process.exitCode = code),
  (error: unknown) => {
    process.stderr.write(`${error instanceof Error ? error.message : String(error)}\n`)
    process.exitCode = 1
  },
)
