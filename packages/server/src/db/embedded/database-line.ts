/** What PostgreSQL says in its daily work, as `log_line_prefix` writes it; the next lines of one message begin with a tab. */
const everyday =
  /^\t|^\S+ \S+ \S+ \[\d+\].* (DEBUG\d?|INFO|NOTICE|LOG|ERROR|DETAIL|HINT|QUERY|CONTEXT|STATEMENT|LOCATION): {2}/

/** PostgreSQL says this to each caller while it is ended on purpose; the server has said that it ends. */
const ofAnEnd = /FATAL: {2}(terminating connection due to administrator command|the database system is shutting down)$/

/** How loud a line of the database is: PostgreSQL's own are for who looks for them, but for its warnings and its end. */
export const levelOfDatabaseLine = (line: string): 'debug' | 'info' =>
  everyday.test(line) || ofAnEnd.test(line) ? 'debug' : 'info'
