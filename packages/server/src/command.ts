import type { Config } from './lib/config.ts'

/** One command of the operator's or the vendor's; it stands in the `*-commands.ts` of its feature, and `commands.ts` lists it. */
export type Command = {
  /** The words after `gatehouse`. */
  name: string
  /** What `--help` prints of it; a command without it stands in the help of the one before. */
  help?: string
  /** Options with a text after them. */
  options?: readonly string[]
  /** Options without one. */
  switches?: readonly string[]
  /** It returns the text to print. The server need not run. @throws Error whose message is printed */
  run(options: Record<string, unknown>, config: () => Config): Promise<string>
}
