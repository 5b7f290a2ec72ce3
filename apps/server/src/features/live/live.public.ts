/** How two ends of a connection find each other, and what a camera allows of it. */
export { deliveredSdp, deliveredServers, isRelayedCandidate } from './live-delivery.ts';
export { serversFor, stunServersOf } from './live-ice-servers.ts';
