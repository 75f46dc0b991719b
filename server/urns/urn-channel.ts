/** All replicas are told on this channel, with its tag, that an urn has moved. */
export const urnChannel = 'urns'
