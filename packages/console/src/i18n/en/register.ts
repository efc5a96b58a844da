/** The pages on which people register themselves. */
export const register = {
  title: 'Register at {company}',
  text: 'Fill in the form. As soon as somebody has approved it, the doors know your face.',
  name: 'Name',
  phone: 'Phone',
  department: 'Department',
  departmentNone: 'I do not know',
  submit: 'Register',
  done: 'Registration sent',
  doneText: 'Somebody looks at it now. Keep this link: it shows the outcome.',
  look: 'Look up the outcome',
  outcome: {
    pending: 'Waiting for approval',
    pendingText: 'Your registration of {at} is waiting. Come back to this page later.',
    approved: 'Approved',
    approvedText: '{name}, the doors know your face now.',
    rejected: 'Rejected',
    rejectedText: 'The reason: {reason}',
    again: 'Scan the QR code again to register anew.',
  },
} as const
