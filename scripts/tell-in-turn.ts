import { appendFileSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { dirname } from 'node:path'

export type InTurn = { tell: (text: string) => void; takeTurn: () => void }

/**
 * The output of a part of the tests goes into a file as it comes, and is printed from its turn on. A run that a signal ends before
 * prints it; one that is killed leaves the file.
 */
export function tellInTurn(file: string): InTurn {
  mkdirSync(dirname(file), { recursive: true })
  writeFileSync(file, '')
  let isTurn = false
  const takeTurn = () => {
    if (isTurn) return
    isTurn = true
    process.stdout.write(readFileSync(file))
  }
  for (const signal of ['SIGTERM', 'SIGINT'] as const)
    process.once(signal, () => {
      takeTurn()
      // Without this handler, which was for one time, the signal ends the process as it always does.
      process.kill(process.pid, signal)
    })
  return {
    tell(text) {
      appendFileSync(file, text)
      if (isTurn) process.stdout.write(text)
    },
    takeTurn,
  }
}
