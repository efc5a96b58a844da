/** Binds the sealed text of a command to its column. */
export const commandContext = 'zkteco_command.text'
