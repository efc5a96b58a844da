/** The command line is wrong; the message is one line. */
export class CliError extends Error {
  override readonly name = 'CliError'
}
