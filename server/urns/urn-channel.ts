/** The notification channel on which replicas learn that an urn has moved. The message is its tag. */
export const urnChannel = 'urns'
/** The channel on which they learn that a move by two people has begun, was stopped or has expired. */
export const attemptChannel = 'urn_attempts'
