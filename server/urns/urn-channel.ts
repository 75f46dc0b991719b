/** The notification channel on which replicas learn that an urn has moved. The message is its tag. */
export const urnChannel = 'urns'
