import { mkdir, mkdtemp, rename, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { extname, join } from 'node:path'
import { photograph } from '@gatehouse/testkit/photographs.ts'
import { startProgram } from '@gatehouse/testkit/start-program.ts'

/** The real terminal program; its camera is a folder of photographs. */
export type DoorTerminal = {
  /** Puts a photograph before the camera and waits for the terminal's decision on it, which is given as it printed it. */
  show(name: string): Promise<string>
  /** The same with any picture. */
  showPicture(name: string, bytes: Uint8Array): Promise<string>
  /** The first match in its output from now on, or from character `from` on. */
  says(pattern: RegExp, from?: number): Promise<RegExpExecArray>
  output(): string
  stop(): Promise<void>
}

/** Starts `npm run terminal -- --pair … --server … --camera … --state …`. */
export async function startDoorTerminal({
  code,
  server,
  more = [],
}: {
  code: string
  server: string
  /** More of the command line. */
  more?: readonly string[]
}): Promise<DoorTerminal> {
  const folder = await mkdtemp(join(tmpdir(), 'gatehouse terminal '))
  const camera = join(folder, 'before the camera')
  await mkdir(camera)
  const program = startProgram('packages/terminal/src/node/cli.ts', [
    '--pair',
    code,
    '--server',
    server,
    '--camera',
    camera,
    '--state',
    join(folder, 'state'),
    '--pause',
    '0',
    ...more,
  ])
  let shown = 0
  const showPicture = async (name: string, bytes: Uint8Array) => {
    const from = program.output().length
    const file = `${++shown} ${name}`
    // appears as a whole, as from a camera that moves finished pictures there
    await writeFile(join(folder, `unfinished${extname(name)}`), bytes)
    await rename(join(folder, `unfinished${extname(name)}`), join(camera, file))
    const [said] = await program.says(new RegExp(`before the camera: ${file}[^]*?may (not )?pass.*`), { from })
    return said
  }
  return {
    show: (name) => showPicture(name, photograph(name)),
    showPicture,
    says: (pattern, from = program.output().length) => program.says(pattern, { from }),
    output: () => program.output(),
    async stop() {
      await program.end('SIGTERM')
      await rm(folder, { recursive: true, force: true })
    },
  }
}
