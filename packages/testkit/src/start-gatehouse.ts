import { type Program, type ProgramOptions, startProgram } from './start-program.ts'

export type RunningGatehouse = Program & { url: string }

/**
 * The server as `npm start` runs it, for this machine alone and on any free port unless told otherwise; it answers when
 * this resolves.
 */
export async function startGatehouse({ environment, ...options }: ProgramOptions): Promise<RunningGatehouse> {
  const program = startProgram('packages/server/src/main.ts', [], {
    ...options,
    environment: { HOST: '127.0.0.1', PORT: '0', MQTT_PORT: '0', LOG_LEVEL: 'warn', ...environment },
  })
  try {
    const [, url = ''] = await program.says(/Gatehouse is ready: (\S+)/)
    return { ...program, url }
  } catch (error) {
    await program.end('SIGKILL')
    throw error
  }
}
