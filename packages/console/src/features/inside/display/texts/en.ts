export const insideDisplay = {
  inside: 'Inside now',
  late: 'No connection. Numbers of {at}.',
  overTitle: 'This display has ended',
  overText: 'Its link is no longer valid. An administrator can create another one under “Inside now”.',
  waiting: 'Waiting for the server …',
  latest: 'Lately came in',
} as const
