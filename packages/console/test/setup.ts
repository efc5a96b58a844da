import { configure } from '@testing-library/react'

// How long a page may take is no test's business: on a busy machine a second is soon over.
configure({ asyncUtilTimeout: 30_000 })
