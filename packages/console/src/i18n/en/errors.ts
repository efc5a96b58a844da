export const errors = {
  title: 'Error',
  request: 'Request error, please try again later',
  response: 'Response error, please try again later',
  session: {
    title: 'Session Error',
    text: 'Your session has expired. Please sign in and try again',
  },
  server: {
    title: 'The console could not be opened',
    next: 'You will be taken to the sign-in page.',
  },
  permissionDenied: 'Permission denied',
  dataLoading: 'Data loading error, click to refresh and try again',
  imageUpload: 'The image could not be uploaded. Check the network and try again.',
  chunk: {
    title: 'This page did not load',
    text: 'Part of the console did not arrive. Check the network, or the console may just have been upgraded.',
  },
  page: {
    title: 'Something on this page went wrong',
    text: 'Your data is safe on the server. Load the page again; if it happens again, tell the administrator what you were doing.',
  },
  notFound: {
    title: 'There is no such page',
    text: 'The address may be mistyped, the page may have moved, or your role does not include it.',
  },
  noSuchThing: 'Nothing is found under this address. It may be mistyped.',
  forbidden: {
    title: 'Permission denied',
    text: 'Your role does not include this. Ask the super administrator if you need it.',
  },
  reload: 'Load again',
  retry: 'Try again',
  home: 'Go to the console',
  ok: 'OK',
  requestId: 'Request {id}',
} as const
