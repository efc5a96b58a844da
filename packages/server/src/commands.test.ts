import { globSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { commands } from './commands.ts'

const help = commands.flatMap(({ help }) => help ?? []).join('\n')

it('The command line lists the commands of every *-commands.ts', async () => {
  const files = globSync('features/**/*-commands.ts', { cwd: import.meta.dirname })
  const modules: object[] = await Promise.all(files.map((file) => import(join(import.meta.dirname, file))))
  const arrays = modules.flatMap((module) => Object.values(module).filter(Array.isArray))
  expect(arrays).toHaveLength(files.length)
  expect(new Set(commands)).toEqual(new Set(arrays.flat()))
})

it.each(commands)('The command $name has a name of its own and stands in the help with its options', (command) => {
  expect(commands.filter(({ name }) => name === command.name)).toHaveLength(1)
  const block = help.split(/^(?=gatehouse )/m).find((block) => block.startsWith(`gatehouse ${command.name}`)) ?? ''
  for (const option of [...(command.options ?? []), ...(command.switches ?? [])])
    expect(block).toMatch(new RegExp(`--${option}\\b`))
})

it('An option takes a text in all commands or in none, as they are read before the command is known', () => {
  const texts = new Set(commands.flatMap(({ options }) => options ?? []))
  expect(commands.flatMap(({ switches }) => switches ?? []).filter((name) => texts.has(name))).toEqual([])
})
