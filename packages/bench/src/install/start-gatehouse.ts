import { type RunningGatehouse, startGatehouse as start } from '@gatehouse/testkit/start-gatehouse.ts'
import type { Context } from '../benchmark.ts'
import type { Installation } from './installation.ts'

/** The server until the benchmark ends, with a profile of it where one is wanted. */
export async function startGatehouse(
  { cleanup, profileFolder }: Context,
  environment: Record<string, string>,
): Promise<RunningGatehouse> {
  const nodeArguments = profileFolder ? ['--cpu-prof', `--cpu-prof-dir=${profileFolder}`] : []
  const server = await start({ environment, nodeArguments })
  cleanup.defer(() => server.end())
  return server
}

/** The server on the database of an installation. */
export const startGatehouseOn = (context: Context, { dataFolder, databaseUrl }: Installation) =>
  startGatehouse(context, { GATEHOUSE_DATA: dataFolder, DATABASE_URL: databaseUrl })
