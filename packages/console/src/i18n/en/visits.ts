/** What visitors and hosts read on their phones. */
export const visits = {
  invite: {
    title: 'Your visit',
    titleAt: 'Your visit to {enterprise}',
    lead: 'Fill in your details and add a photograph of your face, so that the door knows you.',
    send: 'Send',
    sending: 'Sending …',
  },
  walkIn: {
    title: 'Register your visit',
    titleAt: 'Register your visit to {enterprise}',
    lead: 'Your request goes to the reception, and to the person you want to see where they can be reached by e-mail. Keep this page open for the answer.',
    host: 'Whom do you want to see?',
    hostHint: 'Their full name',
    send: 'Ask to be let in',
  },
  field: {
    name: 'Your name',
    company: 'Company',
    phone: 'Phone',
    purpose: 'Purpose of your visit',
  },
  fact: {
    visitor: 'Visitor',
    host: 'Host',
    when: 'When',
    purpose: 'Purpose',
    company: 'Company',
    reception: 'The reception',
  },
  pending: {
    title: 'Waiting for an answer',
    text: '{host} has been asked. This page shows the answer by itself.',
    atReception: 'The reception has your request. This page shows the answer by itself.',
  },
  approved: {
    title: 'You are expected',
    text: 'The door knows your face. Where it does not, show it this code.',
    noPass: 'The door knows your face.',
    code: 'Your pass',
  },
  refused: {
    title: 'This visit cannot take place',
    text: 'Please speak with {host}.',
    reason: 'Reason: {reason}',
  },
  ended: {
    title: 'Your visit has ended',
    text: 'It was planned until {to}. If you are still expected, ask {host} to extend it.',
  },
  withdrawn: {
    title: 'This invitation was taken back',
    text: 'If you do not know why, please speak with {host}.',
  },
  host: {
    title: '{name} wants to visit you',
    lead: 'Nothing is decided before you press a button.',
    approve: 'Let them in',
    refuse: 'Refuse',
    reason: 'Reason, told to the visitor',
    approved: { title: 'You let {name} in', text: 'The visitor and the doors know it already.' },
    refused: { title: 'You refused {name}', text: 'The visitor has been told.' },
    picture: 'Photograph of the visitor',
    waiting: { title: 'Nothing to answer yet', text: 'The visitor has not filled in their part.' },
    ended: { title: 'This visit has ended', text: 'There is nothing to answer any more.' },
    withdrawn: { title: 'This visit was taken back', text: 'There is nothing to answer any more.' },
  },
} as const
