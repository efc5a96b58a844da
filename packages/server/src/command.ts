import type { Config } from './lib/config.ts'

/**
 * One command of the operator's or the vendor's; the `*-commands.ts` of its feature has it, and `commands.ts` lists it.
 */
export type Command = {
  /** The words after `gatehouse`. */
  name: string
  /** Its text in `--help`; a command without one is in the text of the command before. */
  help?: string
  /** Options with a text after them. */
  options?: readonly string[]
  /** Options without one. */
  switches?: readonly string[]
  /** It returns the text to print. The server need not run. @throws Error whose message is printed */
  run(options: Record<string, unknown>, config: () => Config): Promise<string>
}
