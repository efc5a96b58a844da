export const account = {
  title: 'Change password',
  purpose: 'Every other session of this account ends when the password changes.',
  current: 'Current password',
  next: 'New password',
  repeat: 'New password again',
  rule: '6 to 16 letters, digits or underscores',
  required: 'Enter the {field}.',
  form: 'Use 6 to 16 letters, digits or underscores.',
  mismatch: 'Inconsistent password!',
  save: 'Change password',
  saved: 'Password changed',
} as const
